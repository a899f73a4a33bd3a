import type { ChannelEvent } from '@desk/contract/channel-log';
import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { pageOf, timeAndIdIn, type PageQuery } from '../../platform/http/page.ts';
import { ignoredBecause } from '../inbound/translation.ts';
import { isTestEvent } from '../test-events/test-mark.ts';
import { flushRequestCounts } from './request-counts.ts';
import { loggedRequests, loggedEvents } from './event-log.store.ts';

interface ConversationTitle {
  subject: string | null;
  customer_name: string | null;
}
type NamedConversation = ConversationTitle & { id: string };

export interface ConversationsOfEvents {
  /** Finds the current conversations of these threads of a channel, by thread. A thread without one is missing. */
  conversationsOfThreads(
    tx: Tx,
    scope: OrganizationScope,
    of: { channel: Channel; threads: readonly string[] },
  ): Promise<Map<string, NamedConversation>>;
  titlesOf(tx: Tx, scope: OrganizationScope, ids: readonly string[]): Promise<Map<string, ConversationTitle>>;
}

export interface LogQuestion extends PageQuery {
  channel: Channel;
  conversations: ConversationsOfEvents;
}

/** A channel's incoming events with their outcome, and the counts of refused requests, as one list. */
export async function pageOfChannelEvents(
  desk: Desk,
  scope: OrganizationScope,
  { channel, limit, cursor, conversations }: LogQuestion,
): Promise<{ items: ChannelEvent[]; next_cursor: string | null }> {
  await flushRequestCounts(desk);
  const page = { channel, before: timeAndIdIn(cursor), limit: limit + 1 };
  return inScope(desk.db, scope, async (tx) => {
    const events = await loggedEvents(tx, scope, page);
    const calls = await loggedRequests(tx, scope, page);
    const usual = channel === 'email' ? 'mail' : 'event';
    const kindOf = (event: LoggedEvent) => (isTestEvent(desk, scope, event.provider_event_id) ? 'test' : usual);
    const conversationOf = await finderOf(tx, scope, { channel, events, conversations });
    const entries = [
      ...events.map((event) => entryOfEvent(event, { kind: kindOf(event), conversation: conversationOf(event) })),
      ...calls.map(entryOfCalls),
    ].toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
    const { rows, next_cursor } = pageOf(entries.slice(0, limit + 1), limit, ({ at, id }) => [at, id]);
    return { items: rows, next_cursor };
  });
}

/** The conversation that an event went to; for an event that went to none, or waits, the one that its thread has now. */
async function finderOf(
  tx: Tx,
  scope: OrganizationScope,
  { channel, events, conversations }: Pick<LogQuestion, 'channel' | 'conversations'> & { events: LoggedEvent[] },
): Promise<(event: LoggedEvent) => NamedConversation | undefined> {
  const ids = new Set(events.flatMap(({ conversation_id: id }) => id ?? []));
  const threads = new Set(events.flatMap((event) => (event.conversation_id === null ? event.lane_key : [])));
  const titles = await conversations.titlesOf(tx, scope, [...ids]);
  const current = await conversations.conversationsOfThreads(tx, scope, { channel, threads: [...threads] });
  return ({ conversation_id: id, lane_key: thread }) => {
    if (id === null) return current.get(thread);
    const title = titles.get(id);
    return title && { id, ...title };
  };
}

type LoggedEvent = Awaited<ReturnType<typeof loggedEvents>>[number];
type CallsRow = Awaited<ReturnType<typeof loggedRequests>>[number];

const entryOfEvent = (
  row: LoggedEvent,
  { kind, conversation }: { kind: ChannelEvent['kind']; conversation: NamedConversation | undefined },
): ChannelEvent => {
  const reason = row.last_error ?? row.reason;
  const because = ignoredBecause(reason);
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind,
    state: row.state === 'parked' || row.state === 'dead' ? 'dead' : 'accepted',
    count: 1,
    ...(reason ? { reason } : {}),
    ...(because === null ? {} : { ignored_because: because }),
    ...(conversation
      ? {
          conversation_id: conversation.id,
          subject: conversation.subject,
          customer_name: conversation.customer_name,
        }
      : {}),
    ...(row.decision_id ? { decision_id: row.decision_id } : {}),
    ...(row.copy_decision_id ? { copy_decision_id: row.copy_decision_id } : {}),
  };
};

const entryOfCalls = ({ id, hour, state, reason, count }: CallsRow): ChannelEvent => ({
  id,
  at: hour.toISOString(),
  kind: 'calls',
  state,
  count: Number(count),
  reason,
});
