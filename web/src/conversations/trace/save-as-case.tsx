import { addSuiteCase } from '@desk/contract/suite';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { traceWords } from '../words/trace-words.ts';

/** Drafts a case of the suite from what was decided: the same message is to get the same from now on. */
export function SaveAsCase({ decisionId }: { decisionId: string }) {
  const t = useWords(traceWords);
  const save = useSave(addSuiteCase, { refresh: ['readSuite'], done: ({ name }) => t('caseSaved', { name }) });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          mt="sm"
          size="compact-sm"
          variant="default"
          leftSection={<IconListCheck size={14} />}
          disabled={disabled || save.isSuccess}
          loading={save.isPending}
          onClick={() => save.mutate({ body: { from_decision_id: decisionId } })}
        >
          {t('saveAsCase')}
        </Button>
      )}
    </Needs>
  );
}
