import type { Channel, Priority } from '@desk/contract/conversations';
import {
  destinationKinds,
  type Decision,
  type DestinationKind,
  type HandoverReason,
  type HumanOnly,
  type Support,
} from '@desk/contract/decisions';
import type { Settings } from '@desk/contract/settings';
import type { AnswerCitation } from '../../knowledge/index.ts';
import type { AnswerFacts, Facts, Hold, DecisionLimits, Stop } from '../../routing/index.ts';
import type { Signals } from '../signals/signals.logic.ts';

/**
 * What is known: everything that a decision looks at, and that an answer is drafted from. Plain JSON, and recorded with the decision,
 * so that it can be decided again. Before a message is understood and an answer drafted, their members say that nothing is known yet.
 */
export interface Known {
  /** Of this shape, for reading old records. */
  readonly format: 1;
  readonly channel: Channel;
  readonly message: {
    readonly ids: readonly string[];
    /** The newest of those messages: the AI's word about it can be written only once. */
    readonly newestSeq: number | null;
    readonly subject: string | null;
    /** What the customer has said since our last word, as one text. */
    readonly text: string;
    readonly language: string | null;
    readonly attachments: readonly { readonly name: string; readonly media_type: string }[];
    // Recorded, since the patterns behind it change.
    readonly needsUnreadableAttachment: boolean;
    /** Where the customer only says what we had asked back for: `text` is their question and this reply to us. */
    readonly carried?: { readonly question: string; readonly reply: string };
  };
  /** What was said before, oldest first. */
  readonly history: readonly SpokenWords[];
  readonly customer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly externalId: string | null;
    readonly verified: boolean;
    readonly locale: string | null;
    readonly attributes: Readonly<Record<string, unknown>>;
  };
  readonly conversation: {
    readonly tagIds: readonly string[];
    /** Those that people took off; absent where they took none. */
    readonly removedTagIds?: readonly string[];
    readonly language: string | null;
    readonly episode: number;
    readonly priority: Priority;
    readonly waitingSince: string | null;
    readonly turns: number;
    readonly clarifications: number;
    readonly isFirst: boolean;
  };
  readonly signals: Signals;
  /** Strongest first, those that people have set last; `by` is how they were recognised, null where no tag has examples. */
  readonly tags: { readonly ids: readonly string[]; readonly by: string | null };
  /** Why no answer is considered; absent where one is. */
  readonly stop?: Stop;
  /** All reasons against an automatic reply; the first counts. */
  readonly holds: readonly Hold[];
  /** Why the message itself brought the conversation to people; absent where it did not. */
  readonly handedOver?: HandoverReason;
  readonly budgets: { readonly turnsThisMinute: number; readonly tokens: TokenBudget | null };
  readonly time: {
    readonly now: string;
    /** When people are to have it, answered or not; a rehearsal has no such time. */
    readonly answerBy: string | null;
    readonly businessHours: boolean;
    readonly weekday: number;
    readonly hour: number;
  };
  /** The settings, as far as they decide. */
  readonly limits: DecisionLimits;
  /** Channels over which words can reach a customer. */
  readonly ready: readonly Channel[];
  readonly answer: { readonly asked: false } | KnownAnswer;
}

export interface SpokenWords {
  readonly from: 'customer' | 'us';
  readonly text: string;
  /** A clarifying question of the AI in this episode, and since people last gave the conversation to it. */
  readonly asksBack?: true;
  /** Of the customer's words: nobody knows whether they are the customer's. */
  readonly unproven?: true;
}

export interface KnownAnswer {
  readonly asked: true;
  readonly draft: KnownDraft | null;
  /** Absent where no rule named any. */
  readonly lookups?: readonly KnownLookup[];
  /** What would be asked back is what the customer replies to, word for word. */
  readonly asksAgain?: true;
  /** Absent where no language model was asked. */
  readonly supported?: Support;
}

/** What an answer can be made from; the text of its passages stays with their versions. */
export interface KnownDraft {
  readonly text: string;
  /** Absent: in the words of the documents. */
  readonly engine?: 'lookup';
  readonly language: string;
  readonly revision: number;
  readonly options: readonly string[];
  readonly confidence: NonNullable<Decision['confidence']>;
  readonly citations: readonly AnswerCitation[];
  readonly evidence: readonly KnownPassage[];
}

/** What became of a lookup: the outputs that its template names, and nothing else that the service said. */
export interface KnownLookup {
  readonly templateId: string;
  readonly connectorId: string;
  readonly name: string;
  readonly status: 'ok' | 'unverified' | 'incomplete' | 'not_owner' | 'failed';
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly output: Readonly<Record<string, unknown>>;
}

export interface KnownPassage {
  readonly documentId: string;
  readonly version: number;
  readonly chunkId: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly collectionId: string;
  readonly ageDays: number;
  readonly score: number;
  readonly lexicalRank: number | null;
  readonly vectorRank: number | null;
  /** What the score is made of. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Tokens of the language model; a most of 0 is no limit. */
export interface TokenBudget {
  readonly conversation: { readonly used: number; readonly most: number };
  readonly day: { readonly used: number; readonly most: number };
}

/** What the policy may look at before there is a draft. Derived, so that no fact is known to the policy alone. */
export const factsOf = (known: Known): Facts => ({
  channel: known.channel,
  stop: known.stop ?? null,
  hold: known.holds[0] ?? null,
  ...(known.handedOver ? { handedOver: known.handedOver } : {}),
  message: {
    text: known.message.text,
    subject: known.message.subject,
    language: known.message.language,
    hasAttachment: known.message.attachments.length > 0,
    needsUnreadableAttachment: known.message.needsUnreadableAttachment,
    wordCount: wordsIn(known.message.text),
    isFirst: known.conversation.isFirst,
  },
  signals: {
    ...known.signals,
    asksOwnCase: known.signals.humanOnlyWhy === 'own_case',
    raisesPriorityTo: known.signals.raisesPriorityTo ?? null,
  },
  tagIds: known.tags.ids,
  ...(known.conversation.removedTagIds ? { removedTagIds: known.conversation.removedTagIds } : {}),
  customer: known.customer,
  conversation: {
    turns: known.conversation.turns,
    clarifications: known.conversation.clarifications,
    askedBack: askedBackIn(known.history),
    episode: known.conversation.episode,
    priority: known.conversation.priority,
    waitingMinutes: waited(known),
    replied: known.conversation.turns + known.conversation.clarifications > 0,
  },
  time: known.time,
  unreachableKinds: unreachableKinds(new Set(known.ready)),
});

/** Our questions that the customer's words reply to: all since we last said anything else. */
export function askedBackIn(history: readonly SpokenWords[]): string[] {
  const ours = history.filter(({ from }) => from === 'us');
  return ours.slice(ours.findLastIndex(({ asksBack }) => !asksBack) + 1).map(({ text }) => text);
}

/** What the policy may look at once knowledge and account systems have been asked; no draft: nothing relevant is known. */
export const answerFacts = ({ draft, lookups = [], supported = 'unknown', asksAgain }: KnownAnswer): AnswerFacts => ({
  confidence: draft?.confidence.value ?? 0,
  found: draft !== null,
  evidenceCount: draft?.evidence.length ?? 0,
  topScore: draft?.evidence[0]?.score ?? null,
  collections: [...new Set(draft?.evidence.map((each) => each.collectionId))],
  oldestSourceDays: draft ? Math.max(0, ...draft.evidence.map((each) => each.ageDays)) : null,
  supported,
  lookups: Object.fromEntries(
    lookups.filter(({ status }) => status === 'ok').map(({ name, output }) => [name, output]),
  ),
  asksAgain: asksAgain === true,
  lookupFailed: lookups.some(({ status }) => status === 'failed'),
  lookupWithheld: withheldOf(lookups),
});

// Whose it is comes before which it is: nobody is asked for more words about things that are not theirs.
function withheldOf(lookups: readonly KnownLookup[]): AnswerFacts['lookupWithheld'] {
  const has = (status: KnownLookup['status']) => lookups.some((each) => each.status === status);
  if (has('unverified') || has('not_owner')) return 'unverified';
  return has('incomplete') ? 'incomplete' : null;
}

export const limitsOf = (settings: Settings, mode: 'auto' | 'draft'): DecisionLimits => ({
  mode,
  thresholds: settings.thresholds,
  maxAiTurns: settings.max_ai_turns,
  maxClarifications: settings.max_clarifications,
  allowedLanguages: settings.allowed_languages,
  defaultDestinationId: settings.default_destination_id,
});

/** Why only a person may handle it, as far as it is said on: older records were decided without saying so, and stay what they are. */
export const toldToPeople = ({ signals }: Known): HumanOnly | null =>
  signals.raisesPriorityTo === undefined ? null : signals.humanOnlyWhy;

/** Of a message that nobody has read yet. */
export const noSignals: Signals = {
  asksForHuman: false,
  humanOnly: false,
  humanOnlyWhy: null,
  raisesPriorityTo: null,
  confirmsOnly: false,
  greetingOnly: false,
  repeatedLoop: false,
  frustrated: false,
  sentiment: 'neutral',
  injectionSuspected: false,
};

// In six languages: "see the screenshot", "the picture below", "im Anhang".
const pointsAtAttachment = new RegExp(
  String.raw`\b(attach(ed|ment)|screen ?shot|see (the )?(picture|photo|image|file|pdf)|` +
    String.raw`(picture|photo|image) (below|above|shows)|anhang|im bild|pi[eè]ce jointe|adjunt[oa]|in allegato)\b`,
  'i',
);

/** Fewer words beside an attachment are hardly a question of their own. */
const leastWordsOfQuestion = 4;

/** Whether the question points at what we cannot read, or there is hardly a question beside it. */
export const needsAttachment = (question: string, attachments: readonly unknown[]): boolean =>
  attachments.length > 0 && (pointsAtAttachment.test(question) || wordsIn(question) < leastWordsOfQuestion);

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

const waited = ({ conversation, time }: Known) =>
  conversation.waitingSince
    ? Math.max(0, Math.floor((Date.parse(time.now) - Date.parse(conversation.waitingSince)) / 60_000))
    : 0;

/** Of destinations: those that words cannot reach at the moment. */
export function unreachableKinds(ready: ReadonlySet<Channel>): DestinationKind[] {
  return destinationKinds.filter(
    (kind) =>
      (kind.startsWith('chatdesk_') && !ready.has('chatdesk')) ||
      (kind.startsWith('ticketdesk_') && !ready.has('ticketdesk')) ||
      (kind === 'email' && !ready.has('email')),
  );
}

/** A thread before its first message: nothing is known yet. */
export const unknownThread: Pick<Known, 'channel' | 'message' | 'history' | 'customer' | 'conversation'> = {
  channel: 'chatdesk',
  message: {
    ids: [],
    newestSeq: null,
    subject: null,
    text: '',
    language: null,
    attachments: [],
    needsUnreadableAttachment: false,
  },
  history: [],
  customer: { name: null, email: null, externalId: null, verified: false, locale: null, attributes: {} },
  conversation: {
    tagIds: [],
    language: null,
    episode: 1,
    priority: 'normal',
    waitingSince: null,
    turns: 0,
    clarifications: 0,
    isFirst: true,
  },
};
