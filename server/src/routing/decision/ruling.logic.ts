import type { DecisionReason, DestinationKind, DestinationStep, Outcome, RuleResult } from '@desk/contract/decisions';
import type { Priority } from '@desk/contract/conversations';

/** What the policy says is to be done. `support` carries it out; nothing here has happened yet. */
export interface Ruling {
  readonly outcome: Outcome;
  readonly reason: DecisionReason;
  /** What a person is to approve; null where nothing is kept for one. */
  readonly kept: KeptForApproval | null;
  /** The rule that decided, when a rule did. */
  readonly ruleId: string | null;
  /** The rule's own words for its reason, for the note to the person. Never shown to the customer. */
  readonly ruleReason: string | null;
  /** False where no word may reach the customer, not even that a person takes over. */
  readonly speaks: boolean;
  /** Where it goes; null when nobody is asked to do anything. */
  readonly destination: ResolvedDestination | null;
  /** Tags that the rules add; those in the facts stay. */
  readonly addTagIds: readonly string[];
  readonly priority: Priority | null;
  /** The rule's words to the customer: the handover message, or the clarifying question. */
  readonly message: string | null;
  readonly collectionIds: readonly string[] | null;
  readonly lookupTemplateIds: readonly string[];
  readonly rules: readonly RuleResult[];
  readonly warnings: readonly string[];
}

/** What an outcome `draft` keeps: what would have been said, had nobody to look at it first. */
export type KeptForApproval = 'answer' | 'question';

export interface ResolvedDestination {
  readonly id: string;
  readonly name: string;
  readonly kind: DestinationKind;
  readonly target: string | null;
  /** Every destination that was considered, in order; the last one accepted. */
  readonly path: readonly DestinationStep[];
}

/** Either the matter is settled without an answer, or an answer is to be drafted under what the rules have said so far. */
export type FirstRuling =
  | { readonly kind: 'final'; readonly ruling: Ruling }
  | { readonly kind: 'draft'; readonly stage: DraftStage };

/** What the rules before the answer have laid down; hand it to `decideWithAnswer` unchanged. */
export interface DraftStage {
  readonly effects: Effects;
  readonly results: readonly RuleResult[];
}

/** What matched rules have accumulated. Where they disagree the earlier rule wins; lists are united. */
export interface Effects {
  readonly decision: RuleDecision | null;
  /** A deciding rule without `stop: false` was met: later rules are not reached. */
  readonly stopped: boolean;
  readonly destinationId: string | null;
  readonly message: string | null;
  readonly addTagIds: readonly string[];
  readonly priority: Priority | null;
  readonly collectionIds: readonly string[] | null;
  readonly answerThreshold: number | null;
  readonly lookupTemplateIds: readonly string[];
  readonly requireVerified: boolean;
}

export interface RuleDecision {
  /** The rule holds only while the desk is closed. */
  readonly whileClosed: boolean;
  readonly ruleId: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
}
