import {
  bringBeforePeople,
  changeHandover,
  findHandover,
  lockConversation,
  recordEvent,
  saveConversation,
  scopeOf,
  settleDelivery,
  type ConversationRow,
  type OutboxRow,
  type Settlement,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { loadPolicy } from '../routing/index.ts';
import { notifyDestination } from './notify.actions.ts';
import { nextPlace } from './places.logic.ts';

interface Delivery {
  row: OutboxRow;
  conversationId: string;
  settlement: Settlement;
}

/**
 * Settles an outbox row, and sees to it that what did not arrive comes before people: nobody is left in silence. Nothing
 * happens when another sender has taken the row over.
 */
export async function settleAndFollowUp(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { row, conversationId, settlement }: Delivery,
): Promise<void> {
  // Lock order: the conversation before its outbox row (reliability.md R1).
  const conversation = await lockConversation(tx, scope, conversationId);
  const settled = await settleDelivery(tx, row, settlement);
  if (!conversation || !settled) return;
  if (settlement.state === 'sent') return arrived(tx, scope, row);
  if (settlement.state === 'pending') return;
  if (row.kind === 'reply') return replyLost(desk, tx, conversation, { row: settled, error: settlement.error });
  return destinationLost(desk, tx, conversation, { row, error: settlement.error });
}

async function arrived(tx: Tx, scope: OrganizationScope, row: OutboxRow): Promise<void> {
  if (!row.handover_id || row.kind === 'reply') return;
  const delivery = attemptOf(row) === 1 ? 'delivered' : 'fallback_used';
  await changeHandover(tx, scope, row.handover_id, { delivery });
}

interface Lost {
  /** As it was settled. */
  row: OutboxRow;
  error: string;
}

async function replyLost(desk: Desk, tx: Tx, conversation: ConversationRow, { row, error }: Lost): Promise<void> {
  const text =
    row.state === 'unknown'
      ? 'A reply may not have reached the customer.'
      : 'A reply could not be delivered to the customer.';
  await recordEvent(desk, tx, conversation, { text: `${text} (${error})`, automated: false, providerKey: null });
  const reason = isOfChannel(error) ? 'channel_not_ready' : 'ai_error';
  await bringBeforePeople(desk, tx, conversation, { row, reason, note: `${text} ${error}` });
}

// Refusals begin with their code: these are not the fault of what was to be said.
const isOfChannel = (error: string) =>
  ['needs_reauth', 'not_connected', 'smtp_not_configured'].some((code) => error.startsWith(code));

/** The first destination, and as many fallbacks as routing follows (`longestFallbackChain`). */
const mostDestinations = 4;

// The next of the chain gets the note; at its end stands the internal queue, which has the conversation already.
async function destinationLost(desk: Desk, tx: Tx, conversation: ConversationRow, { row, error }: Lost): Promise<void> {
  const scope = scopeOf(conversation);
  const handover = row.handover_id ? await findHandover(tx, scope, row.handover_id) : undefined;
  if (!handover) return;
  const text = `The destination could not be told. (${error})`;
  await recordEvent(desk, tx, conversation, { text, automated: false, providerKey: null });
  const attempt = attemptOf(row) + 1;
  const { destination_id: failedId } = handover;
  const fallback =
    failedId !== null && attempt <= mostDestinations ? nextPlace(await loadPolicy(tx, scope), failedId) : null;
  if (!fallback) {
    await changeHandover(tx, scope, handover.id, { delivery: 'failed' });
    return;
  }
  await changeHandover(tx, scope, handover.id, { destination_id: fallback.id, delivery: 'fallback_used' });
  const placed = await saveConversation(tx, conversation, { destination_id: fallback.id }, desk.clock.now());
  await notifyDestination(desk, tx, placed, {
    handoverId: handover.id,
    destination: fallback,
    note: handover.note ?? '',
    tags: tagsOf(row),
    attempt,
  });
}

// `notifyDestination` ends its key with the number of the attempt.
const attemptOf = ({ dedupe_key }: OutboxRow) => Number(dedupe_key.split(':').at(-1));

const tagsOf = ({ content }: OutboxRow) => (Array.isArray(content['tags']) ? content['tags'].map(String) : []);
