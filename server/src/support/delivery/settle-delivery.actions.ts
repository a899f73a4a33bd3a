import { endSending } from '../../channels/index.ts';
import {
  changeHandover,
  findHandover,
  hasOpenWords,
  lockConversation,
  recordEvent,
  saveConversation,
  scopeOf,
  settleArrived,
  settleDelivery,
  stepAfterLoss,
  unansweredSince,
  type ConversationRow,
  type OutboxRow,
  type OutboxSettlement,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { fallbackOf, loadPolicy } from '../../routing/index.ts';
import { handToPeople } from '../outcomes/hand-to-people.actions.ts';
import { noteByPerson, notifyDestination } from '../outcomes/notify.actions.ts';
import { storedContent } from '../outcomes/stored-content.logic.ts';
import { isLongOnItsWay, type Effort } from './settlement.logic.ts';
import { reachOf, readTerms } from '../turn/terms.actions.ts';
import { english } from '../../platform/words/sentence.logic.ts';

interface SettledDelivery {
  row: OutboxRow;
  /** As it was when the delivery began. */
  conversation: Pick<ConversationRow, 'id' | 'channel'>;
  settlement: OutboxSettlement;
  effort: Effort;
}

/**
 * Settles an outbox row, and shows people a message that did not arrive, so that no customer is left without a reply. Changes
 * nothing if another sender has taken the row over. Returns whether there may be another row to send.
 */
export const settleAndFollowUp = async (
  desk: Desk,
  scope: OrganizationScope,
  delivery: SettledDelivery,
): Promise<boolean> =>
  (await settlePlainly(desk, delivery)) ?? inScope(desk.db, scope, (tx) => settleInFull(desk, tx, scope, delivery));

// Most replies arrive at once, and nothing else follows: this takes one round trip instead of four.
async function settlePlainly(
  { db }: Desk,
  { row, conversation, settlement, effort }: SettledDelivery,
): Promise<boolean | null> {
  if (settlement.state !== 'sent' || settlement.unassigned !== undefined || isLongOnItsWay(effort)) return null;
  return row.kind === 'reply' && !isMail(row, conversation)
    ? settleArrived(db, row, settlement.providerMessageId)
    : null;
}

async function settleInFull(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { row, conversation: { id }, settlement, effort }: SettledDelivery,
): Promise<boolean> {
  // Lock order: the conversation before its outbox row (docs/promises.md R1).
  const conversation = await lockConversation(tx, scope, id);
  const settled = await settleDelivery(tx, row, settlement);
  if (!conversation || !settled) return hasOpenWords(tx, scope, id);
  if (settlement.state === 'sent') {
    if (isMail(row, conversation)) await endSending(tx, scope, settlement.providerMessageId);
    if (isLongOnItsWay(effort)) await setPendingAfterDelay(desk, tx, conversation);
    // A handover notice does not answer the customer.
    if (row.kind === 'reply' && !row.handover_id) await setPendingAfterLateReply(desk, tx, conversation);
    if (settlement.unassigned === undefined) {
      await arrived(tx, scope, row);
      return settled.others_open;
    }
    const text = english`The note is in the helpdesk, but the conversation could not be assigned there. (${settlement.unassigned})`;
    await destinationLost(desk, tx, conversation, { row: settled, text });
    return hasOpenWords(tx, scope, id);
  }
  await followUp(desk, tx, conversation, { row, settled, settlement, effort });
  return hasOpenWords(tx, scope, id);
}

const isMail = ({ kind }: OutboxRow, { channel }: Pick<ConversationRow, 'channel'>) =>
  kind === 'notify_email' || (kind === 'reply' && channel === 'email');

interface Unsent extends Pick<SettledDelivery, 'row' | 'effort'> {
  settled: OutboxRow;
  settlement: Exclude<OutboxSettlement, { state: 'sent' }>;
}

async function followUp(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, settled, settlement, effort }: Unsent,
): Promise<void> {
  if (settlement.state === 'pending') {
    if (isLongOnItsWay(effort)) await showWait(desk, tx, conversation, row);
    return;
  }
  if (row.kind === 'reply') return replyLost(desk, tx, conversation, { row: settled, error: settlement.error });
  const text = english`The destination could not be notified. (${settlement.error})`;
  return destinationLost(desk, tx, conversation, { row: settled, text });
}

async function arrived(tx: Tx, scope: OrganizationScope, row: OutboxRow): Promise<void> {
  if (!row.handover_id || row.kind === 'reply') return;
  const delivery = attemptOf(row) === 1 ? 'delivered' : 'fallback_used';
  await changeHandover(tx, scope, row.handover_id, { delivery });
}

// Delivery is still retried, so nobody takes the conversation over; but it is opened, and an event states the reason.
async function showWait(desk: Desk, tx: Tx, conversation: ConversationRow, row: OutboxRow): Promise<void> {
  const text = english`A reply has not reached the customer yet: the channel does not accept it. Delivery is retried for a day.`;
  await recordEvent(desk, tx, conversation, { text, automated: false, providerKey: `waiting:${row.id}` });
  if (conversation.status === 'pending') await saveConversation(tx, conversation, { status: 'open' }, desk.clock.now());
}

// The customer is not waiting, so only the undelivered reply kept the conversation open.
async function setPendingAfterDelay(desk: Desk, tx: Tx, conversation: ConversationRow): Promise<void> {
  if (conversation.status === 'open' && conversation.waiting_since === null)
    await saveConversation(tx, conversation, { status: 'pending' }, desk.clock.now());
}

// Closes the wait when a reply that had been given up has arrived after all.
async function setPendingAfterLateReply(desk: Desk, tx: Tx, conversation: ConversationRow): Promise<void> {
  if (conversation.status !== 'open' || conversation.waiting_since === null || conversation.owner !== 'human') return;
  if ((await unansweredSince(tx, scopeOf(conversation), conversation.id)) !== null) return;
  await saveConversation(tx, conversation, { status: 'pending', waiting_since: null }, desk.clock.now());
}

interface Lost {
  /** The row after it was settled. */
  row: OutboxRow;
  error: string;
}

/** Hands the conversation to people, with an event that states the reason. */
export async function replyLost(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, error }: Lost,
): Promise<void> {
  const text =
    row.state === 'unknown'
      ? english`A reply may not have reached the customer.`
      : english`A reply could not be delivered to the customer.`;
  await recordEvent(desk, tx, conversation, { text: `${text} (${error})`, automated: false, providerKey: null });
  const reason = isOfChannel(error) ? 'channel_not_ready' : 'ai_error';
  const step = await stepAfterLoss(desk, tx, conversation, { row, reason });
  if (step) await handToPeople(desk, tx, conversation, { step, why: `${text} ${error}` });
}

// An error begins with its code. These codes mean that the channel failed, not the message.
const isOfChannel = (error: string) =>
  ['needs_reauth', 'not_connected', 'smtp_not_configured', 'suppressed_address', 'bounced'].some((code) =>
    error.startsWith(code),
  );

interface LostDestination {
  row: OutboxRow;
  /** What people read about it. */
  text: string;
}

// Notify the next fallback. The chain ends in the internal queue, which already has the conversation.
async function destinationLost(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, text }: LostDestination,
): Promise<void> {
  const scope = scopeOf(conversation);
  const handover = row.handover_id ? await findHandover(tx, scope, row.handover_id) : undefined;
  if (!handover) return;
  await recordEvent(desk, tx, conversation, { text, automated: false, providerKey: null });
  const tried = attemptOf(row);
  const { destination_id: failedId } = handover;
  const reach = reachOf(desk, await readTerms(desk, tx, scope), conversation.channel);
  const fallback = failedId && fallbackOf(await loadPolicy(tx, scope), reach, { id: failedId, tried });
  if (!fallback) {
    await changeHandover(tx, scope, handover.id, { delivery: 'failed' });
    return;
  }
  await changeHandover(tx, scope, handover.id, { destination_id: fallback.id, delivery: 'fallback_used' });
  const placed = await saveConversation(tx, conversation, { destination_id: fallback.id }, desk.clock.now());
  // A queue is notified by the note alone, and that is in the helpdesk already.
  if (row.state === 'sent' && fallback.kind === 'queue') return;
  await notifyDestination(desk, tx, placed, {
    handoverId: handover.id,
    destination: fallback,
    note: handover.actor_type === 'human' ? await noteByPerson(tx, placed, handover.note) : (handover.note ?? ''),
    tags: tagsOf(row),
    attempt: tried + 1,
  });
}

// `notifyDestination` puts the number of the attempt at the end of its key.
const attemptOf = ({ dedupe_key }: OutboxRow) => Number(dedupe_key.split(':').at(-1));

function tagsOf(row: OutboxRow): string[] {
  const content = storedContent(row);
  return 'tags' in content ? [...content.tags] : [];
}
