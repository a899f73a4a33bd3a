import type { DestinationKind, HandoverReason, Sentiment, Support } from '@desk/contract/decisions';
import type { Channel, Priority } from '@desk/contract/conversations';

/** A value that a rule's condition can test. `undefined` means that the field is missing. */
export type Scalar = string | number | boolean;
export type FactValue = Scalar | readonly Scalar[] | undefined;

/** Why a message gets neither a reply nor a handover: it needs none, or was already handled. */
export type Stop = 'duplicate' | 'own_echo' | 'automated' | 'spam';

/**
 * Why the AI may not answer now, although the message is still tagged and routed. `pace`: the customer has just caused more turns
 * than a person does within a minute. `pace_again`: the same, after a notice about it was sent.
 */
export type Hold = 'owner_human' | 'auto_respond_off' | 'channel_not_ready' | 'pace' | 'pace_again' | 'budget';

/**
 * All facts that the policy may use about a message before an answer is drafted. Collected by `support` and recorded with the
 * decision, so they are plain values. An unknown fact is null or a missing member, never a guess.
 */
export interface Facts {
  readonly channel: Channel;
  readonly stop: Stop | null;
  readonly hold: Hold | null;
  /** With `owner_human`: why this message handed the conversation to people; absent if they already had it. */
  readonly handedOver?: HandoverReason;
  readonly message: MessageFacts;
  readonly signals: SignalFacts;
  /** Detected tags of the message, strongest first, then the tags that people have set on the conversation. */
  readonly tagIds: readonly string[];
  /** Tags that people have removed from the conversation, and that no rule adds again. Absent if there are none. */
  readonly removedTagIds?: readonly string[];
  readonly customer: CustomerFacts;
  readonly conversation: ConversationFacts;
  readonly time: TimeFacts;
  /** Kinds of destinations that cannot be reached now (vendor not connected, grant refused). */
  readonly unreachableKinds: readonly DestinationKind[];
}

export interface MessageFacts {
  readonly text: string;
  readonly subject: string | null;
  /** BCP 47 primary subtag; null when it could not be detected. */
  readonly language: string | null;
  readonly hasAttachment: boolean;
  /** There is an attachment that we cannot read, and the question cannot be understood without it. */
  readonly needsUnreadableAttachment: boolean;
  readonly wordCount: number;
  /** Whether this is the customer's first message of the conversation. */
  readonly isFirst: boolean;
}

/** The signals of the message. `support/signals/signals.logic.ts` explains them. */
export interface SignalFacts {
  readonly asksForHuman: boolean;
  readonly humanOnly: boolean;
  /** `humanOnly` because the message asks about the state of the customer's own case, which a lookup can answer. */
  readonly asksOwnCase: boolean;
  /** The least priority that the subject of the message gives the conversation. */
  readonly raisesPriorityTo: Priority | null;
  readonly confirmsOnly: boolean;
  readonly greetingOnly: boolean;
  readonly repeatedLoop: boolean;
  readonly frustrated: boolean;
  readonly sentiment: Sentiment;
}

export interface CustomerFacts {
  readonly email: string | null;
  readonly externalId: string | null;
  readonly verified: boolean;
  readonly locale: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface ConversationFacts {
  /** Replies of the AI in this episode. */
  readonly turns: number;
  /** Clarifying questions of the AI in this episode. */
  readonly clarifications: number;
  /** Our clarifying questions to which the customer replies: all since our last other message. */
  readonly askedBack: readonly string[];
  readonly episode: number;
  /** Minutes since the customer's oldest unanswered message. */
  readonly waitingMinutes: number;
  readonly priority: Priority;
  /** Whether we have ever replied in this conversation: only then can a "thanks" confirm anything. */
  readonly replied: boolean;
}

/** The time in the organization's time zone. */
export interface TimeFacts {
  readonly businessHours: boolean;
  /** ISO: 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
}

/** The facts that are known after an answer was drafted. */
export interface AnswerFacts {
  /** Calibrated probability in 0..1 that the draft is right. */
  readonly confidence: number;
  /** Whether anything relevant was found; without it nothing can be answered. */
  readonly found: boolean;
  readonly evidenceCount: number;
  readonly topScore: number | null;
  /** Ids of the collections of the evidence. */
  readonly collections: readonly string[];
  readonly oldestSourceDays: number | null;
  readonly supported: Support;
  /** Outputs by template name, then by output name. */
  readonly lookups: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The clarifying question would repeat, word for word, the one that the customer has just replied to. */
  readonly asksAgain: boolean;
  /** The answer would repeat, word for word, what the customer has been told. */
  readonly repeats: boolean;
  /** A lookup that a matched rule names has failed. */
  readonly lookupFailed: boolean;
  /**
   * Why the lookup was not made, or its result is withheld: the customer is not proven to be the owner (`unverified`), or has not
   * stated which of their items is meant (`incomplete`).
   */
  readonly lookupWithheld: 'unverified' | 'incomplete' | null;
}

/** The organization's settings that affect decisions. */
export interface DecisionLimits {
  readonly mode: 'auto' | 'draft';
  /** 0 <= clarify <= answer <= 1. */
  readonly thresholds: { readonly answer: number; readonly clarify: number };
  readonly maxAiTurns: number;
  readonly maxClarifications: number;
  /** Empty if any language is allowed. */
  readonly allowedLanguages: readonly string[];
  readonly defaultDestinationId: string | null;
}
