import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../../platform/desk.ts';
import { errorCode } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/process/ids.ts';
import { addRequestCount, type RequestCount } from './event-log.store.ts';

export type RefusalReason = 'unsigned' | 'stale' | 'wrong_signature' | 'not_connected' | 'other_account';

/** A request to an organization's channel that became no event. `organization` is as in the path, not validated. */
interface CountedRequest {
  organization: string;
  channel: Channel;
  state: 'refused' | 'ignored';
  reason: RefusalReason | 'nothing_to_do';
}

interface Tally {
  counts: Map<string, RequestCount>;
  timer: NodeJS.Timeout | null;
}

const flushAfterMilliseconds = 5_000;
// Strangers choose the organization in the path: beyond this many entries, new ones are not counted until the others are written.
const mostEntries = 200;
const tallies = new WeakMap<Desk, Tally>();

/** Counts a request that became no event, in memory: a stranger causes one write in five seconds, however often they call. */
export function countRequest(desk: Desk, { organization, channel, state, reason }: CountedRequest): void {
  if (!isId(organization)) return;
  const tally = tallyOf(desk);
  const hour = new Date(Math.floor(desk.clock.now().getTime() / 3_600_000) * 3_600_000);
  const organizationId = organization.toLowerCase();
  const key = [organizationId, channel, state, reason, hour.getTime()].join(' ');
  const entry = tally.counts.get(key);
  if (entry) entry.count += 1;
  else if (tally.counts.size < mostEntries)
    tally.counts.set(key, { organizationId, channel, state, reason, hour, count: 1 });
  tally.timer ??= setTimeout(() => void flushRequestCounts(desk), flushAfterMilliseconds).unref();
}

/** Adds the counts to the organizations' logs. An organization that does not exist has none. */
export async function flushRequestCounts(desk: Desk): Promise<void> {
  const tally = tallyOf(desk);
  if (tally.timer) clearTimeout(tally.timer);
  tally.timer = null;
  const counts = [...tally.counts.values()];
  tally.counts.clear();
  for (const count of counts) {
    try {
      await inScope(desk.db, count, (tx) => addRequestCount(tx, count));
    } catch (error) {
      const code = errorCode(error);
      if (code !== unknownOrganization)
        desk.log.warn({ code, channel: count.channel }, 'the counts of requests without an event were not stored');
    }
  }
}

const unknownOrganization = '23503';

function tallyOf(desk: Desk): Tally {
  const known = tallies.get(desk);
  if (known) return known;
  const fresh: Tally = { counts: new Map(), timer: null };
  tallies.set(desk, fresh);
  return fresh;
}
