import type { ChannelEvent } from '@desk/contract/channel-log';

const dayMilliseconds = 86_400_000;

/** What came in during the last 24 hours, by the newest entries of a log. `more`: the log has further entries of that time. */
export function lastDayOf(
  { items, next_cursor: next }: { items: readonly ChannelEvent[]; next_cursor: string | null },
  now: number,
): { received: number; refused: number; more: boolean } {
  const day = items.filter(({ at }) => Date.parse(at) > now - dayMilliseconds);
  const refused = day.filter(({ state }) => state === 'refused');
  return {
    received: day.filter(({ kind }) => kind === 'event' || kind === 'mail').length,
    refused: refused.reduce((sum, { count }) => sum + count, 0),
    more: next !== null && day.length === items.length,
  };
}
