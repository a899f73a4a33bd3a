import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findConversation, findCustomers, type ConversationRow } from '../record/conversations.store.ts';
import { recordedDecision, viewConversation, viewHandover, viewMessage, type Labels } from './conversations.view.ts';
import { feedbackOnMessages } from '../feedback/feedback.store.ts';
import { handoversOf, lastDecision, outcomesBehind, type HandoverRow } from '../record/history.store.ts';
import { newestMessages, type MessageRow } from '../record/messages.store.ts';
import { outboxOfMessages } from '../outbox/outbox.store.ts';

/** Look-ups in domains that conversations may not import; the composition passes them in. */
export interface PeerLookups {
  labelsOf(
    tx: Tx,
    scope: OrganizationScope,
    /** `inUse` leaves out what has been deleted. */
    ids: { tagIds: readonly string[]; destinationIds: readonly string[]; inUse?: true },
  ): Promise<Labels>;
  namesOf(tx: Tx, scope: OrganizationScope, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Reads conversations and adds the names that the contract shows with them. */
export function createReader(neighbours: PeerLookups) {
  const conversations = (tx: Tx, scope: OrganizationScope, rows: readonly ConversationRow[]) =>
    viewConversations(neighbours, tx, scope, rows);
  const handovers = (tx: Tx, scope: OrganizationScope, rows: readonly HandoverRow[]) =>
    viewHandovers(neighbours, tx, scope, rows);
  const conversation = async (tx: Tx, scope: OrganizationScope, row: ConversationRow) =>
    only(await conversations(tx, scope, [row]));
  const message = async (tx: Tx, scope: OrganizationScope, row: MessageRow) =>
    only(await viewMessages(tx, scope, [row]));
  const handover = async (tx: Tx, scope: OrganizationScope, row: HandoverRow) =>
    only(await handovers(tx, scope, [row]));

  async function thread(tx: Tx, scope: OrganizationScope, id: string) {
    const row = await findConversation(tx, scope, id);
    if (!row) throw notFound();
    const decision = await lastDecision(tx, scope, id);
    return {
      ...(await conversation(tx, scope, row)),
      messages: await viewMessages(tx, scope, await newestMessages(tx, scope, id, mostShown)),
      handovers: await handovers(tx, scope, await handoversOf(tx, scope, id)),
      last_decision: decision ? recordedDecision(decision) : null,
    };
  }

  return { conversations, conversation, message, messages: viewMessages, handover, handovers, thread };
}
/** The newest messages that are returned with a thread; older ones come in pages (docs/api.md). */
const mostShown = 200;

export type ConversationReader = ReturnType<typeof createReader>;

function only<View>([view]: View[]): View {
  if (view === undefined) throw new Error('One row gives one view.');
  return view;
}

async function viewConversations(
  neighbours: PeerLookups,
  tx: Tx,
  scope: OrganizationScope,
  rows: readonly ConversationRow[],
) {
  const destinationIds = rows.flatMap((row) => row.destination_id ?? []);
  const customers = await findCustomers(tx, scope, [...new Set(rows.map((row) => row.customer_id))]);
  const labels = await neighbours.labelsOf(tx, scope, { tagIds: rows.flatMap((row) => row.tag_ids), destinationIds });
  const assignees = rows.flatMap((row) => row.assignee_id ?? []);
  const people = await neighbours.namesOf(tx, scope, assignees);
  const around = { customers: new Map(customers.map((row) => [row.id, row])), labels, people };
  return rows.map((row) => viewConversation(row, around));
}

async function viewMessages(tx: Tx, scope: OrganizationScope, rows: readonly MessageRow[]) {
  const sent = rows.filter((row) => row.kind === 'ai' || row.kind === 'human').map((row) => row.id);
  const deliveries = await outboxOfMessages(tx, scope, sent);
  const byMessage = new Map(deliveries.map((row) => [row.message_id, row]));
  // A rating of a draft does not apply to the message that a person sent in its place.
  const rateable = rows.filter((row) => row.kind !== 'human').map((row) => row.id);
  const feedback = Map.groupBy(await feedbackOnMessages(tx, scope, rateable), (row) => row.message_id);
  const outcomes = await outcomesBehind(tx, scope, rows);
  return rows.map((row) =>
    viewMessage(row, {
      delivery: byMessage.get(row.id),
      feedback: feedback.get(row.id) ?? [],
      outcome: outcomes.get(row.decision_id),
    }),
  );
}

async function viewHandovers(neighbours: PeerLookups, tx: Tx, scope: OrganizationScope, rows: readonly HandoverRow[]) {
  const destinationIds = rows.flatMap((row) => row.destination_id ?? []);
  const labels = await neighbours.labelsOf(tx, scope, { tagIds: [], destinationIds });
  const outcomes = await outcomesBehind(tx, scope, rows);
  return rows.map((row) => viewHandover(row, labels, outcomes));
}
