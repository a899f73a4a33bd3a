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
import type { AnswerCitation, FoundForOneOfSeveral } from '../../knowledge/index.ts';
import type { AnswerFacts, Facts, Hold, DecisionLimits, Stop } from '../../routing/index.ts';
import { wordsIn } from '../signals/text.logic.ts';
import type { Signals } from '../signals/signals.logic.ts';

/**
 * All facts that a decision uses, and from which an answer is drafted. Plain JSON, recorded with the decision, so that the decision can
 * be made again. The members for signals, tags and answer are empty until the message is understood and an answer is drafted.
 */
export interface Known {
  /** The version of this shape, for reading old records. */
  readonly format: 1;
  readonly channel: Channel;
  readonly message: {
    readonly ids: readonly string[];
    /** The newest of those messages. The AI can answer it only once. */
    readonly newestSeq: number | null;
    readonly subject: string | null;
    /** The customer's messages since our last one, as one text. */
    readonly text: string;
    readonly language: string | null;
    readonly attachments: readonly { readonly name: string; readonly media_type: string }[];
    // Recorded because the patterns that detect it may change.
    readonly needsUnreadableAttachment: boolean;
    /** Set if the customer only replies to our clarifying question; `text` is then the earlier question and this reply. */
    readonly carried?: { readonly question: string; readonly reply: string };
  };
  /** The earlier messages, oldest first. */
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
    /** Tags that people have removed; absent if there are none. */
    readonly removedTagIds?: readonly string[];
    readonly language: string | null;
    readonly episode: number;
    readonly priority: Priority;
    readonly waitingSince: string | null;
    readonly turns: number;
    readonly clarifications: number;
    readonly isFirst: boolean;
    /** Whether our last words were an answer or a question, not the notice of a handover. Absent in older records. */
    readonly answered?: boolean;
  };
  readonly signals: Signals;
  /** Strongest first, then those that people have set. `by` is the method of recognition, null if no tag has examples. */
  readonly tags: { readonly ids: readonly string[]; readonly by: string | null };
  /** Why no answer is considered; absent if one is. */
  readonly stop?: Stop;
  /** All reasons against an automatic reply. The first one decides. */
  readonly holds: readonly Hold[];
  /** Why the message itself handed the conversation to people; absent if it did not. */
  readonly handedOver?: HandoverReason;
  readonly budgets: { readonly turnsThisMinute: number; readonly tokens: TokenBudget | null };
  readonly time: {
    readonly now: string;
    /** The deadline after which people get the conversation; null in a rehearsal. */
    readonly answerBy: string | null;
    readonly businessHours: boolean;
    readonly weekday: number;
    readonly hour: number;
  };
  /** The settings that affect the decision. */
  readonly limits: DecisionLimits;
  /** Channels over which words can reach a customer. */
  readonly ready: readonly Channel[];
  readonly answer: { readonly asked: false } | KnownAnswer;
}

export interface SpokenWords {
  readonly from: 'customer' | 'us';
  readonly text: string;
  /** A clarifying question of the AI in this episode, asked since people last handed the conversation to it. */
  readonly asksBack?: true;
  /** A customer message whose sender is not proven to be the customer. */
  readonly unproven?: true;
  /** From before this episode: it can show that the customer repeats a question, but is no context of a new one. */
  readonly pastEpisode?: true;
}

/** What was said in this episode: the context in which the question is answered. */
export const contextOf = (history: readonly SpokenWords[]): readonly SpokenWords[] =>
  history.filter(({ pastEpisode }) => !pastEpisode);

export interface KnownAnswer {
  readonly asked: true;
  readonly draft: KnownDraft | null;
  /** The passages found, none of them relevant enough for a draft. Absent if there is a draft or no passage, and in older records. */
  readonly irrelevant?: readonly KnownPassage[];
  /** What was found for each question of a message of several. Absent for one question, and in older records. */
  readonly questions?: readonly FoundForOneOfSeveral[];
  /** Absent if no rule named any. */
  readonly lookups?: readonly KnownLookup[];
  /** Set if the clarifying question would repeat, word for word, the one that the customer has just replied to. */
  readonly asksAgain?: true;
  /** Set if the draft is, word for word, part of what the customer has been told in this episode. */
  readonly repeats?: true;
  /** Absent if no language model was called. */
  readonly supported?: Support;
}

/** A drafted answer. The text of its passages stays with their documents' versions. */
export interface KnownDraft {
  readonly text: string;
  /** Absent if the answer quotes documents. */
  readonly engine?: 'lookup';
  readonly language: string;
  readonly revision: number;
  readonly options: readonly string[];
  readonly confidence: NonNullable<Decision['confidence']>;
  readonly citations: readonly AnswerCitation[];
  readonly evidence: readonly KnownPassage[];
}

/** The result of a lookup: only the outputs that its template names, and nothing else of the service's response. */
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
  /** The parts of the score. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Tokens of the language model. If `most` is 0, there is no limit. */
export interface TokenBudget {
  readonly conversation: { readonly used: number; readonly most: number };
  readonly day: { readonly used: number; readonly most: number };
}

/** The facts that the policy may use before there is a draft. All are derived from `known`, so all are recorded. */
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
    replied: known.conversation.answered ?? known.conversation.turns + known.conversation.clarifications > 0,
  },
  time: known.time,
  unreachableKinds: unreachableKinds(new Set(known.ready)),
});

/** Our clarifying questions to which the customer replies: all since our last other message. */
export function askedBackIn(history: readonly SpokenWords[]): string[] {
  const ours = history.filter(({ from }) => from === 'us');
  return ours.slice(ours.findLastIndex(({ asksBack }) => !asksBack) + 1).map(({ text }) => text);
}

/** The passages found, best first, also if none is relevant enough for a draft. */
export const passagesIn = ({ answer }: Known): readonly KnownPassage[] =>
  answer.asked ? (answer.draft?.evidence ?? answer.irrelevant ?? []) : [];

/** The facts that the policy may use after the search and the lookups. No draft means that nothing relevant was found. */
export const answerFacts = ({ draft, lookups = [], supported = 'unknown', ...more }: KnownAnswer): AnswerFacts => ({
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
  asksAgain: more.asksAgain === true,
  repeats: more.repeats === true,
  lookupFailed: lookups.some(({ status }) => status === 'failed'),
  lookupWithheld: withheldOf(lookups),
});

// Test the owner first: a customer is not asked which item is meant if the items are not proven to be theirs.
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

/** Why only a person may handle the message; null in older records, which were decided without stating it and must not change. */
export const statedReasonForPeople = ({ signals }: Known): HumanOnly | null =>
  signals.raisesPriorityTo === undefined ? null : signals.humanOnlyWhy;

const waited = ({ conversation, time }: Known) =>
  conversation.waitingSince
    ? Math.max(0, Math.floor((Date.parse(time.now) - Date.parse(conversation.waitingSince)) / 60_000))
    : 0;

/** The kinds of destination that cannot be reached at the moment. */
export function unreachableKinds(ready: ReadonlySet<Channel>): DestinationKind[] {
  return destinationKinds.filter(
    (kind) =>
      (kind.startsWith('chatdesk_') && !ready.has('chatdesk')) ||
      (kind.startsWith('ticketdesk_') && !ready.has('ticketdesk')) ||
      (kind === 'email' && !ready.has('email')),
  );
}

/** What is known of a thread and its customer. */
export type KnownThread = Pick<Known, 'channel' | 'message' | 'history' | 'customer' | 'conversation'>;

/** A thread before its first message. */
export const unknownThread: KnownThread = {
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
    answered: false,
  },
};
