import type { DestinationKind, HandoverReason, Sentiment, Support } from '@desk/contract/decisions';
import type { Channel, Priority } from '@desk/contract/conversations';

/** What a condition of a rule can be compared with. `undefined` is a field that is missing. */
export type Scalar = string | number | boolean;
export type FactValue = Scalar | readonly Scalar[] | undefined;

/** No reply and no handover: somebody or something else has already dealt with the message. */
export type Stop = 'duplicate' | 'own_echo' | 'automated' | 'spam';

/**
 * The AI may not answer now, but the message is still tagged and routed. `pace`: the customer has just caused more turns than
 * a person does within a minute; `pace_again`: and has had a notice about it.
 */
export type Hold = 'owner_human' | 'auto_respond_off' | 'channel_not_ready' | 'pace' | 'pace_again' | 'budget';

/**
 * All that the policy may know about a message before an answer is drafted. Collected by `support`; recorded with the
 * decision, so plain values only. Absent knowledge is null or a missing member, never a guess.
 */
export interface Facts {
  readonly channel: Channel;
  readonly stop: Stop | null;
  readonly hold: Hold | null;
  /** With `owner_human`: why this message brought it to people; absent where they have had it. */
  readonly handedOver?: HandoverReason;
  readonly message: MessageFacts;
  readonly signals: SignalFacts;
  /** Strongest first: what was detected in the message, then what people had put on the conversation. */
  readonly tagIds: readonly string[];
  /** What people took off the conversation: no rule puts it on again. Absent where they took nothing off. */
  readonly removedTagIds?: readonly string[];
  readonly customer: CustomerFacts;
  readonly conversation: ConversationFacts;
  readonly time: TimeFacts;
  /** Vendors that cannot be reached now (not connected, refused the grant). */
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
  /** The customer's first message of the conversation. */
  readonly isFirst: boolean;
}

/** `support/signals/signals.logic.ts` over the message; see there for what each means. */
export interface SignalFacts {
  readonly asksForHuman: boolean;
  readonly humanOnly: boolean;
  /** It is only for people because it asks how a case of the customer's stands: a lookup can tell that. */
  readonly asksOwnCase: boolean;
  /** What it is about makes the conversation at least as pressing as this. */
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
  /** Those that the customer replies to: all since we last said anything else. */
  readonly askedBack: readonly string[];
  readonly episode: number;
  /** Since the customer's oldest unanswered message. */
  readonly waitingMinutes: number;
  readonly priority: Priority;
  /** Whether we have ever replied here: only then can a "thanks" confirm anything. */
  readonly replied: boolean;
}

/** In the organization's time zone. */
export interface TimeFacts {
  readonly businessHours: boolean;
  /** ISO: 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
}

/** What is known once an answer has been drafted. */
export interface AnswerFacts {
  /** Calibrated probability in 0..1 that the draft is right. */
  readonly confidence: number;
  /** Whether anything relevant was found; without it nothing can be answered. */
  readonly found: boolean;
  readonly evidenceCount: number;
  readonly topScore: number | null;
  /** Ids of the collections that the evidence comes from. */
  readonly collections: readonly string[];
  readonly oldestSourceDays: number | null;
  readonly supported: Support;
  /** By template name, then by output name. */
  readonly lookups: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What would be asked back is what the customer replies to, word for word. */
  readonly asksAgain: boolean;
  /** A lookup that a matched rule named did not give its values. */
  readonly lookupFailed: boolean;
  /**
   * Why nothing was looked up, or what came is not told: the customer is not proven to be who it belongs to, or has not said which of
   * their things is meant.
   */
  readonly lookupWithheld: 'unverified' | 'incomplete' | null;
}

/** The organization's settings, as far as they decide. */
export interface DecisionLimits {
  readonly mode: 'auto' | 'draft';
  /** 0 <= clarify <= answer <= 1. */
  readonly thresholds: { readonly answer: number; readonly clarify: number };
  readonly maxAiTurns: number;
  readonly maxClarifications: number;
  /** Empty: any language. */
  readonly allowedLanguages: readonly string[];
  readonly defaultDestinationId: string | null;
}
