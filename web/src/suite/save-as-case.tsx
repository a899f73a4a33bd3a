import { addSuiteCase, type AddCase } from '@desk/contract/suite';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Needs } from '../ui/states/forbidden.tsx';
import { casesWords } from './cases-words.ts';

type Source = Pick<AddCase, 'from_decision_id' | 'from_rated_message_id' | 'from_gap_id'>;

/** Drafts a case of the suite from a decision, a rated answer or a knowledge gap. */
export function SaveAsCase({ from }: { from: Source }) {
  const t = useWords(casesWords);
  const save = useSave(addSuiteCase, { refresh: ['readSuite'], done: ({ name }) => t('saved', { name }) });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconListCheck size={14} />}
          disabled={disabled || save.isSuccess}
          loading={save.isPending}
          onClick={() => save.mutate({ body: from })}
        >
          {t('save')}
        </Button>
      )}
    </Needs>
  );
}
