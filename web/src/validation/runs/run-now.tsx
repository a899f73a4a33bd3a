import { runSuite } from '@desk/contract/runs';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { validationWords } from '../validation-words.ts';

interface RunNowProps {
  /** Runs only the cases with this tag. */
  tag?: string | null;
  /** True if the suite has no case. */
  empty?: boolean;
}

/** Runs the suite and opens the run. */
export function RunNow({ tag = null, empty = false }: RunNowProps) {
  const t = useWords(validationWords);
  const navigate = useNavigate();
  const run = useSave(runSuite, {
    refresh: ['listRuns'],
    done: t('started'),
    saved: ({ id }) => void navigate({ to: `/validation/runs/${id}` }),
  });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          disabled={disabled || empty}
          loading={run.isPending}
          onClick={() => run.mutate({ body: tag ? { tags: [tag] } : {} })}
        >
          {tag ? t('startTag', { tag }) : t('start')}
        </Button>
      )}
    </Needs>
  );
}
