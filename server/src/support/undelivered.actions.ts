import {
  changeHandover,
  findHandover,
  giveToPeople,
  lockConversation,
  recordEvent,
  reopenForPeople,
  saveConversation,
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

interface Outcome {
  row: OutboxRow;
  conversationId: string;
  settlement: Settlement;
  /** Writes the settlement; undefined when another sender has taken the row over. */
  settle(): Promise<OutboxRow | undefined>;
}

/** Settles a row and sees to it that what did not arrive comes before people: nobody is left in silence. */
export async function afterTrouble(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { row, conversationId, settlement, settle }: Outcome,
): Promise<void> {
  const conversation = await lockConversation(tx, scope, conversationId);
  const settled = await settle();
  if (!conversation || !settled) return;
  if (settlement.state === 'sent') return arrived(tx, scope, row);
  if (settlement.state === 'pending') return;
  if (row.kind === 'reply') return replyLost(desk, tx, conversation, { row, error: settlement.error });
  return destinationLost(desk, tx, conversation, { row, error: settlement.error });
}

async function arrived(tx: Tx, scope: OrganizationScope, row: OutboxRow): Promise<void> {
  if (!row.handover_id || row.kind === 'reply') return;
  const fallback = !row.dedupe_key.endsWith(':1');
  await changeHandover(tx, scope, row.handover_id, { delivery: fallback ? 'fallback_used' : 'delivered' });
}

async function replyLost(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, error }: { row: OutboxRow; error: string },
): Promise<void> {
  const text =
    row.state === 'unknown'
      ? 'A reply may not have reached the customer.'
      : 'A reply could not be delivered to the customer.';
  await recordEvent(desk, tx, conversation, { text: `${text} (${error})`, automated: false, providerKey: null });
  const reason =
    error.startsWith('needs_reauth') || error.startsWith('not_connected') || error.startsWith('smtp_not_configured')
      ? 'channel_not_ready'
      : 'ai_error';
  if (conversation.owner === 'ai') await giveToPeople(desk, tx, conversation, { reason, note: `${text} ${error}` });
  else await reopenForPeople(desk, tx, conversation);
}

// The next of the chain gets the note; at its end stands the internal queue, which has the conversation already.
async function destinationLost(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, error }: { row: OutboxRow; error: string },
): Promise<void> {
  const scope = { organizationId: conversation.organization_id };
  const handover = row.handover_id ? await findHandover(tx, scope, row.handover_id) : undefined;
  if (!handover) return;
  await recordEvent(desk, tx, conversation, {
    text: `The destination could not be told. (${error})`,
    automated: false,
    providerKey: null,
  });
  const attempt = Number(row.dedupe_key.split(':').at(-1)) + 1;
  const fallback =
    handover.destination_id && attempt <= 4 ? nextPlace(await loadPolicy(tx, scope), handover.destination_id) : null;
  if (!fallback) {
    await changeHandover(tx, scope, handover.id, { delivery: 'failed' });
    return;
  }
  await changeHandover(tx, scope, handover.id, { destination_id: fallback.id, delivery: 'fallback_used' });
  const placed = await saveConversation(tx, conversation, { destination_id: fallback.id }, desk.clock.now());
  const tags = Array.isArray(row.content['tags']) ? row.content['tags'].map(String) : [];
  await notifyDestination(desk, tx, placed, {
    handoverId: handover.id,
    destination: fallback,
    note: handover.note ?? '',
    tags,
    attempt,
  });
}
