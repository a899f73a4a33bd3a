import { Skeleton, Text } from '@mantine/core';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useNow } from '../../ui/show/time.tsx';
import { useMay } from '../../ui/states/forbidden.tsx';
import { lastDayOf } from './last-day.logic.ts';
import { logWords } from './log-words.ts';
import { operations } from './operations.ts';

/** How much came in on a channel during the last 24 hours, and how much of it was refused. For those who may read its log. */
export function LastDay({ channel }: { channel: keyof typeof operations }) {
  const t = useWords(logWords);
  const may = useMay('workspace_admin');
  const now = useNow();
  const events = useLoaded(operations[channel], { query: { limit: 200 } }, { enabled: may, every: 60_000 });
  // Keeps the place of the line, so that the cards below do not move.
  if (events.isPending && may)
    return (
      <Skeleton width="60%">
        <Text size="sm">&nbsp;</Text>
      </Skeleton>
    );
  if (!events.data) return null;
  const { received, refused, more } = lastDayOf(events.data, now);
  const shown = (count: number) => (more ? t('atLeast', { count: number(count) }) : number(count));
  return (
    <Text size="sm" c={refused > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
      {t('lastDay', { received: shown(received), refused: shown(refused) })}
    </Text>
  );
}
