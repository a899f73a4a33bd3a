import {
  forgetRaw,
  isEcho,
  whySuppressed,
  type CustomerMessage,
  type DeadLetterNotice,
  type HandledEvent,
  type InboundDelivery,
  type IncomingEvent,
  type VendorBotReply,
} from '../channels/index.ts';
import {
  dropFiles,
  findCurrent,
  keepFiles,
  keepStoppedDecision,
  lockCurrent,
  newestMessages,
  providerKey,
  recordCustomerMessage,
  recordEvent,
  recordSpam,
  recordUnreadMessage,
  recordHumanReply,
  recordThreadState,
  stepToPeople,
  type AiPermission,
  type ConversationRow,
  type KeptFiles,
  type VendorThread,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { languageOfMessage } from '../platform/text/message-language.ts';
import type { Tx } from '../platform/database/database.ts';
import { inScope } from '../platform/database/transaction.ts';
import { expectedLanguages } from '../settings/index.ts';
import { answersBetween } from './answers-between.logic.ts';
import { wordsForFiles } from './attachments/arrived-files.ts';
import { mailCameBack } from './delivery/mail-came-back.actions.ts';
import { handToPeople } from './outcomes/hand-to-people.actions.ts';
import { considerAlone, promiseStopped, type StoppedAlone } from './stop.actions.ts';
import { replyPermission, readTerms, type DeskTerms } from './turn/terms.actions.ts';
import { english } from '../platform/words/sentence.logic.ts';

/**
 * Records an inbound event exactly once: the conversation's change, the promise of a turn, and `finish` (which marks the
 * event as done) commit together, so a crash at any point repeats nothing and loses nothing.
 */
export async function receive(desk: Desk, arrived: HandledEvent, inbound: InboundDelivery): Promise<void> {
  // Do the slow work before the transaction: on the embedded engine it blocks all others until it ends.
  const event = await withAnswersBetween(desk, arrived, inbound);
  const language = event.kind === 'customer_message' ? await languageOf(desk, event.text, inbound) : null;
  const files = await filesOf(desk, event, inbound);
  const alone = await stoppedAlone(desk, event, inbound);
  const omitted = await inScope(desk.db, inbound, async (tx) => {
    const { conversation, omitted } = await record(desk, tx, event, { ...inbound, language, files, alone });
    if (omitted === 'erased') await forgetRaw(desk, tx, inbound);
    await inbound.finish(tx, {
      reason: omitted === 'erased' ? 'erased' : asideBecause(event),
      decisionId: omitted === 'set aside' ? (alone?.id ?? null) : null,
      conversationId: conversation?.id ?? null,
    });
    return omitted;
  });
  if (omitted === 'known before' || omitted === 'erased') await dropFiles(desk, files);
}

type Origin = Pick<InboundDelivery, 'organizationId' | 'channel'>;

/** Records a decision for a repeated copy of a customer's message. Nothing else happens. */
export async function noteCopy(desk: Desk, tx: Tx, event: IncomingEvent, of: Origin): Promise<void> {
  if (event.kind !== 'customer_message') return;
  const conversation = await lockCurrent(tx, of, threadOf(of, event));
  if (conversation) await promiseStopped(desk, tx, conversation, { stop: 'duplicate', providerKey: keyOf(of, event) });
}

/** Shows people that an event could not be processed, so that they take over: the customer may be waiting for an answer. */
export const showUnreadMessage = (desk: Desk, tx: Tx, notice: DeadLetterNotice): Promise<void> =>
  recordUnreadMessage(desk, tx, notice, {
    thread: threadOf(notice, notice),
    text: english`A message from the channel could not be read here. Please look at it in the helpdesk.`,
    providerKey: `parked:${notice.inboundId}`,
  });

const threadOf = ({ channel }: Pick<Origin, 'channel'>, { thread }: { thread: string }): VendorThread => ({
  channel,
  reference: thread,
});

const keyOf = (of: Origin, event: { thread: string; providerMessageId: string }): string =>
  providerKey({ thread: threadOf(of, event), providerMessageId: event.providerMessageId });

/** Of our messages, the newest are quoted. */
const mostQuoted = 10;

// Only we know which lines of a quotation without marks are ours.
async function withAnswersBetween(desk: Desk, event: HandledEvent, inbound: InboundDelivery): Promise<HandledEvent> {
  if (event.kind !== 'customer_message' || event.quotedText === '') return event;
  const messages = await inScope(desk.db, inbound, async (tx) => {
    const conversation = await findCurrent(tx, inbound, threadOf(inbound, event));
    return conversation ? newestMessages(tx, inbound, conversation.id, mostQuoted) : [];
  });
  const ours = messages.filter(({ kind }) => kind === 'ai' || kind === 'human').map(({ text }) => text);
  const answers = answersBetween(event.quotedText, ours.toReversed());
  return answers === '' ? event : { ...event, text: `${event.text}\n\n${answers}` };
}

const languageOf = async (desk: Desk, text: string, inbound: InboundDelivery): Promise<string | null> =>
  languageOfMessage(text, await expectedLanguages(desk, inbound));

// Mail that gets no answer is kept without its files.
async function filesOf(desk: Desk, event: HandledEvent, inbound: InboundDelivery): Promise<KeptFiles> {
  const files = event.kind === 'customer_message' && event.automated?.strength !== 'strong' ? event.attachments : [];
  return keepFiles(desk, inbound, { origin: inbound.id, files });
}

/** Returns the decision about a message that belongs to no conversation and begins none; null for all other messages. */
async function stoppedAlone(desk: Desk, event: HandledEvent, inbound: InboundDelivery): Promise<StoppedAlone | null> {
  if (event.kind !== 'customer_message' || event.automated?.strength !== 'strong') return null;
  if (event.automated.kind === 'spam') return null;
  const thread = threadOf(inbound, event);
  const conversation = await inScope(desk.db, inbound, (tx) => findCurrent(tx, inbound, thread));
  return conversation ? null : considerAlone(desk, inbound, event);
}

// The reason in the channel's log, by which people find a mail that is in no conversation, or is only noted in one.
const asideBecause = (event: HandledEvent): string | null =>
  event.kind === 'customer_message' && event.automated?.strength === 'strong'
    ? `automated: ${event.automated.kind}`
    : null;

/** A delivery after the slow work. `language` is null for an event without the customer's words, or when it cannot be detected. */
type ReadDelivery = InboundDelivery & { language: string | null; files: KeptFiles; alone: StoppedAlone | null };

interface Recorded {
  /** The conversation that the event went to. */
  conversation?: ConversationRow | undefined;
  /**
   * Why the message was not stored. `known before`: it had already arrived. `set aside`: it belongs to no conversation. `erased`: it
   * was written before its customer was erased, and is kept nowhere.
   */
  omitted?: 'known before' | 'set aside' | 'erased';
}

async function record(desk: Desk, tx: Tx, event: HandledEvent, inbound: ReadDelivery): Promise<Recorded> {
  const thread = threadOf(inbound, event);
  switch (event.kind) {
    case 'customer_message':
      if (event.automated?.strength !== 'strong') return recordWords(desk, tx, event, inbound);
      return keepAside(desk, tx, event, inbound);
    case 'human_reply':
      return {
        conversation: await recordHumanReply(desk, tx, inbound, {
          ...event,
          text: wordsForFiles(event.text, event.attachments),
          thread,
          opens: event.opens && { ...event.opens, customer: columnsOf(event.opens.customer), writtenAt: event.at },
          isEcho: event.bySeat ? (sent) => isEcho(sent, event) : null,
        }),
      };
    case 'vendor_bot_reply':
      return { conversation: await recordBot(desk, tx, event, inbound) };
    case 'state_changed': {
      const terms = await readTerms(desk, tx, inbound);
      const permission = replyPermission(terms, inbound.channel);
      const turn = turnTimes(desk, terms, inbound.channel);
      return { conversation: await recordThreadState(desk, tx, inbound, { ...event, thread, permission, turn }) };
    }
    case 'bounced':
    case 'complained':
      return { conversation: await mailCameBack(desk, tx, inbound, event) };
    case 'own_echo': {
      const conversation = await lockCurrent(tx, inbound, thread);
      const stopped = { stop: 'own_echo' as const, providerKey: keyOf(inbound, event) };
      if (conversation) await promiseStopped(desk, tx, conversation, stopped);
      return { conversation };
    }
  }
}

async function recordWords(desk: Desk, tx: Tx, event: CustomerMessage, inbound: ReadDelivery): Promise<Recorded> {
  const terms = await readTerms(desk, tx, inbound);
  const received = await recordCustomerMessage(desk, tx, inbound, {
    words: wordsOf(event, inbound),
    reception: {
      permission: await permissionFor(tx, event, inbound, terms),
      reopenWindowHours: terms.settings.reopen_window_hours[inbound.channel],
      turn: turnTimes(desk, terms, inbound.channel),
    },
  });
  if (!received) return { omitted: 'erased' };
  const { conversation, message } = received;
  if (!message) {
    await promiseStopped(desk, tx, conversation, { stop: 'duplicate', providerKey: keyOf(inbound, event) });
    return { conversation, omitted: 'known before' };
  }
  for (const text of notesOn(event, inbound.channel))
    await recordEvent(desk, tx, conversation, { text, automated: false, providerKey: null });
  return { conversation };
}

function wordsOf(event: CustomerMessage, inbound: ReadDelivery) {
  return {
    thread: threadOf(inbound, event),
    subject: event.subject,
    text: wordsForFiles(event.text, inbound.files.listed),
    html: event.html,
    quotedText: event.quotedText || null,
    files: inbound.files,
    language: inbound.language,
    providerMessageId: event.providerMessageId,
    // Spam has its own status, and a person may turn out to have written it.
    automated: event.automated !== null && event.automated.kind !== 'spam',
    authenticity: event.authenticity,
    claims: event.claims,
    receivedAt: inbound.receivedAt,
    writtenAt: inbound.channel === 'email' ? null : event.at,
    customer: columnsOf(event.customer),
  };
}

const columnsOf = ({ externalId, ...customer }: CustomerMessage['customer']) => ({
  ...customer,
  external_id: externalId,
});

async function permissionFor(
  tx: Tx,
  event: CustomerMessage,
  inbound: InboundDelivery,
  terms: DeskTerms,
): Promise<AiPermission> {
  if (isUnanswerable(event, inbound.channel)) return { may: false, reason: 'channel_not_ready' };
  // The mail may be automated or forged, or a person may have written it: leave it to people, without an automatic answer.
  if (event.automated || event.authenticity === 'disowned') return { may: false, reason: 'automated_loop' };
  // Mail to this address has bounced or was unwanted; only an admin can clear it.
  if (inbound.channel === 'email' && (await whySuppressed(tx, inbound, event.customer.email)) !== null)
    return { may: false, reason: 'channel_not_ready' };
  return replyPermission(terms, inbound.channel);
}

/** Returns the warnings that people must see before they answer the message. */
function notesOn(event: CustomerMessage, channel: InboundDelivery['channel']): string[] {
  const notes: string[] = [];
  if (isUnanswerable(event, channel))
    notes.push(english`The address of the sender could not be read, so this mail cannot be answered from here.`);
  else if (event.authenticity === 'disowned')
    notes.push(
      english`Nothing proves that this mail comes from its sender. It may be forged, so it gets no automatic answer.`,
    );
  if (event.isCut)
    notes.push(english`This mail is longer than 1,000,000 characters. Its end is only in the mail as it arrived.`);
  return notes;
}

const isUnanswerable = ({ customer }: CustomerMessage, channel: InboundDelivery['channel']) =>
  channel === 'email' && customer.email === null;

/** Keeps an automated mail, such as an out-of-office note, in its thread, unanswered, if there is one. */
async function keepAside(desk: Desk, tx: Tx, event: CustomerMessage, inbound: ReadDelivery): Promise<Recorded> {
  const conversation = await lockCurrent(tx, inbound, threadOf(inbound, event));
  if (!conversation && event.automated?.kind === 'spam') return keepSpam(desk, tx, event, inbound);
  if (!conversation) {
    if (inbound.alone) await keepStoppedDecision(tx, inbound.alone);
    return { omitted: 'set aside' };
  }
  const key = keyOf(inbound, event);
  const kept = await recordEvent(desk, tx, conversation, { text: event.text, automated: true, providerKey: key });
  await promiseStopped(desk, tx, conversation, { stop: kept ? stopOf(event) : 'duplicate', providerKey: key });
  return { conversation };
}

const stopOf = ({ automated }: CustomerMessage) => (automated?.kind === 'spam' ? 'spam' : 'automated');

// Keep spam where people can find and correct it, because the filter may be wrong.
async function keepSpam(desk: Desk, tx: Tx, event: CustomerMessage, inbound: ReadDelivery): Promise<Recorded> {
  const conversation = await recordSpam(desk, tx, inbound, wordsOf(event, inbound));
  if (!conversation) return { omitted: 'erased' };
  await promiseStopped(desk, tx, conversation, { stop: 'spam', providerKey: keyOf(inbound, event) });
  return { conversation };
}

// Hand the conversation to people: two bots must not answer at once, and the customer must not depend on the helpdesk's bot.
async function recordBot(desk: Desk, tx: Tx, event: VendorBotReply, inbound: InboundDelivery) {
  const conversation = await lockCurrent(tx, inbound, threadOf(inbound, event));
  if (!conversation) return undefined;
  const text = `${event.author.name ?? 'The helpdesk’s bot'}: ${event.text}`;
  await recordEvent(desk, tx, conversation, { text, automated: true, providerKey: keyOf(inbound, event) });
  if (conversation.owner === 'ai' && conversation.waiting_since !== null)
    await handToPeople(desk, tx, conversation, {
      step: stepToPeople(conversation, 'other_participant'),
      why: 'The helpdesk’s own bot answered in this conversation.',
    });
  return conversation;
}

function turnTimes(desk: Desk, { settings }: DeskTerms, channel: InboundDelivery['channel']) {
  const dueAt = desk.clock.now().getTime() + settings.debounce_milliseconds[channel];
  return { dueAt: new Date(dueAt), deadlineAt: new Date(dueAt + settings.turn_deadline_seconds * 1_000) };
}
