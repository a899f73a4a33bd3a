import type { handOverConversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import type { Acting } from '../../access/index.ts';
import {
  changeHandover,
  findConversation,
  findHandover,
  handOver,
  lockConversation,
  recordStep,
  scopeOf,
  stopAiReplies,
  waitForRepliesInFlight,
  type HandoverActor,
  type ConversationRow,
  type HandoverRow,
  type Silence,
} from '../../conversations/index.ts';
import { recordTakeover } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { errorCode, type Tx } from '../../platform/database/database.ts';
import { conflict, invalid, notFound, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { inScope } from '../../platform/database/transaction.ts';
import {
  isGone,
  isOfAnotherVendor,
  loadPolicy,
  resolveDestination,
  type Policy,
  type Reach,
  type ResolvedDestination,
} from '../../routing/index.ts';
import { isOpen } from '../../settings/index.ts';
import { deliver } from '../delivery/deliver.actions.ts';
import { handoverMessage } from '../wording/handover-words.logic.ts';
import { destinationsOfTags } from '../outcomes/default-destination.actions.ts';
import { noteByPerson, notifyDestination } from '../outcomes/notify.actions.ts';
import { phrasesFor } from '../wording/phrases.ts';
import { announceHandover } from '../outcomes/reply.actions.ts';
import { replyPermission, reachOf, readTerms, type DeskTerms } from '../turn/terms.actions.ts';

export interface PersonalHandover {
  id: string;
  wish: Omit<BodyOf<typeof handOverConversation>, 'expected_version'>;
  expectedVersion: ExpectedVersion;
  actor: HandoverActor;
  /** A change of the conversation in the same transaction: both are made, or neither. */
  first?: (tx: Tx) => Promise<unknown>;
}

export interface HandedOver {
  conversation: ConversationRow;
  handover: HandoverRow | null;
  silence: Silence;
}

/**
 * Moves a conversation at a person's request. After a takeover by people has returned, no automatic message is sent any more,
 * not even the notice of the handover (docs/promises.md P4): by then it has been sent, or it never will be.
 * Throws 404; 409 `invalid_transition`, `auto_respond_off`; 412; 422 for a destination that is unknown or of another vendor.
 */
export async function handOverByPerson(desk: Desk, acting: Acting, request: PersonalHandover): Promise<HandedOver> {
  const { conversation, handover } = await inScope(desk.db, acting, (tx) => move(desk, tx, acting, request));
  if (request.wish.to === 'ai') return { conversation, handover, silence: { inFlight: 0, unknown: false } };
  try {
    const overtaken = handover ? await sendNotice(desk, acting, handover) : 0;
    const { inFlight, unknown } = await stopAiReplies(desk, acting, conversation);
    const silence = { inFlight: Math.max(overtaken, inFlight), unknown };
    return { silence, ...(await settled(desk, acting, { conversation, handover })) };
  } catch (error) {
    // The takeover is already committed, so the request must not fail as if nothing had changed.
    desk.log.error({ conversation: conversation.id, code: errorCode(error), err: nameOf(error) }, 'silence is unknown');
    return { conversation, handover, silence: { inFlight: 0, unknown: true } };
  }
}

/** Sends the notice and returns how many older automatic messages were in flight. */
async function sendNotice(desk: Desk, { organizationId }: Acting, handover: HandoverRow): Promise<number> {
  const conversationId = handover.conversation_id;
  await deliver(desk, { organizationId, conversationId });
  if (handover.message_sent === null) return 0;
  const { inFlight } = await waitForRepliesInFlight(desk, { organizationId }, conversationId);
  // The notice had to wait while a worker was sending an older message.
  if (inFlight > 0) await deliver(desk, { organizationId, conversationId });
  return inFlight;
}

/** Reads both rows again after the notice and the stop. */
const settled = (desk: Desk, scope: Acting, moved: Pick<HandedOver, 'conversation' | 'handover'>) =>
  inScope(desk.db, scope, async (tx) => {
    const { conversation, handover } = moved;
    return {
      conversation: (await findConversation(tx, scope, conversation.id)) ?? conversation,
      handover: handover && ((await findHandover(tx, scope, handover.id)) ?? handover),
    };
  });

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

async function move(desk: Desk, tx: Tx, acting: Acting, { id, wish, expectedVersion, actor, first }: PersonalHandover) {
  await first?.(tx);
  const known = await lockConversation(tx, acting, id);
  if (!known) throw notFound();
  const terms = await readTerms(desk, tx, acting);
  if (wish.to === 'ai') refuseUnlessPermitted(terms, known);
  const reach = reachOf(desk, terms, known.channel);
  const policy = await loadPolicy(tx, acting);
  const destination = isPlacedByPolicy(policy, known, wish)
    ? usualPlace(policy, reach, { known, terms })
    : destinationOf(policy, reach, wish.destination_id ?? null);
  const now = desk.clock.now();
  const turn = { dueAt: now, deadlineAt: new Date(now.getTime() + terms.settings.turn_deadline_seconds * 1_000) };
  const moved = await handOver(desk, tx, acting, {
    id,
    wish: {
      to: wish.to,
      reason: wish.to === 'ai' ? 'returned_to_ai' : (wish.reason ?? 'manual'),
      because: { actor, destinationId: destination?.id ?? null, note: wish.note ?? null },
      turn,
      expectedVersion,
    },
  });
  recordHandover(desk, tx, acting, { before: known, ...moved });
  if (wish.to !== 'human' || !moved.handover) return moved;
  if (known.owner === 'ai') await recordTakeover(tx, acting, id);
  const notified = await notifyAll(desk, tx, { ...moved, handover: moved.handover, wish, terms, destination });
  return { ...moved, handover: notified };
}

// A conversation that people already have stays where they want it, if that still exists. `null` is a choice too: no destination at all.
const isPlacedByPolicy = (policy: Policy, known: ConversationRow, { to, destination_id }: PersonalHandover['wish']) =>
  to === 'human' && destination_id === undefined && (known.owner === 'ai' || isGone(policy, known.destination_id));

/** Returns the earlier destination of the conversation, or else the one that an escalation would choose. */
function usualPlace(policy: Policy, reach: Reach, { known, terms }: { known: ConversationRow; terms: DeskTerms }) {
  const wanted = [known.destination_id, ...destinationsOfTags(policy, known), terms.settings.default_destination_id];
  return resolveDestination(policy, reach, wanted);
}

// Without a handover, only the status may have changed.
function recordHandover(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { before, conversation, handover }: { before: ConversationRow; conversation: ConversationRow; handover: unknown },
): void {
  const action = handover ? 'conversation.handed_over' : 'conversation.updated';
  recordStep(desk, tx, acting, { action, before, after: conversation });
}

interface HandoverNotice {
  conversation: ConversationRow;
  handover: HandoverRow;
  wish: PersonalHandover['wish'];
  terms: DeskTerms;
  destination: ResolvedDestination | null;
}

/** Notifies the customer and the destination. Returns the handover with the notice to the customer. */
async function notifyAll(desk: Desk, tx: Tx, notice: HandoverNotice): Promise<HandoverRow> {
  const { conversation, handover, wish, terms, destination } = notice;
  const { settings } = terms;
  const phrases = phrasesFor(conversation.language, settings);
  const words = handoverMessage({ phrases, businessHours: isOpen(settings, desk.clock.now()) }, { message: null });
  // This notice is automatic, so it is not sent while automatic replies are switched off.
  const mayTell = wish.notify_customer !== false && replyPermission(terms, conversation.channel).may;
  const about = { speaker: settings.persona.name, decisionId: null, handoverId: handover.id, tags: [] };
  const message =
    mayTell && words ? await announceHandover(desk, tx, conversation, { ...about, markdown: words }) : null;
  // The internal queue gets a note in the helpdesk only if the request names it.
  if (destination && (wish.destination_id !== undefined || destination.kind !== 'queue'))
    await notifyDestination(desk, tx, conversation, {
      handoverId: handover.id,
      destination,
      note: await noteByPerson(tx, conversation, wish.note ?? null),
      tags: [],
      attempt: 1,
    });
  if (!message) return handover;
  const changed = await changeHandover(tx, scopeOf(conversation), handover.id, { message_sent: message.text });
  return changed ?? handover;
}

function refuseUnlessPermitted(terms: DeskTerms, conversation: ConversationRow): void {
  const permission = replyPermission(terms, conversation.channel);
  if (permission.may) return;
  if (permission.reason === 'auto_respond_off')
    throw conflict(
      'auto_respond_off',
      sentence`Automatic replies are switched off, so the AI cannot take this conversation.`,
    );
  throw conflict(
    'invalid_transition',
    sentence`Replies cannot be sent on this channel at the moment, so the AI cannot take this conversation.`,
  );
}

// A destination that is closed or unreachable is replaced by its fallback, as in the policy. An impossible destination is an error.
function destinationOf(policy: Policy, reach: Reach, id: string | null) {
  if (id === null) return null;
  const destination = [...policy.destinations, policy.internalQueue].find((each) => each.id === id);
  if (!destination) throw invalid('/destination_id', sentence`This destination does not exist.`);
  if (isOfAnotherVendor(destination, reach))
    throw invalid('/destination_id', sentence`This destination cannot take conversations of this channel.`);
  return resolveDestination(policy, reach, [id]);
}
