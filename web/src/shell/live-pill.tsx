import { Badge, Tooltip } from '@mantine/core';
import { clockTime } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { useLiveState } from './live.ts';
import { shellWords } from './shell-words.ts';

const colors = { connecting: 'gray', live: 'green', polling: 'gray', reconnecting: 'yellow', offline: 'red' } as const;

/** Shows whether the page is up to date. */
export function LivePill() {
  const t = useWords(shellWords);
  const state = useLiveState();
  const label = state.kind === 'offline' ? t('offline', { time: clockTime(state.since) }) : t(state.kind);
  return (
    <Tooltip label={t(`${state.kind}Hint`)} multiline maw={260}>
      <Badge
        variant="light"
        color={colors[state.kind]}
        tabIndex={0}
        role="status"
        className="live-pill"
        leftSection={<span className="live-dot" data-state={state.kind} />}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}
