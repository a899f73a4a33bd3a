import type { DecisionReason, DestinationKind, DestinationStep, Outcome, RuleResult } from '@desk/contract/decisions';
import type { Priority } from '@desk/contract/conversations';

/** The decision of the policy. `support` carries it out. */
export interface Ruling {
  readonly outcome: Outcome;
  readonly reason: DecisionReason;
  /** What is kept for a person's approval, or null. */
  readonly kept: KeptForApproval | null;
  /** The rule that decided, or null. */
  readonly ruleId: string | null;
  /** The rule's own words for its reason, for the note to the person. Never shown to the customer. */
  readonly ruleReason: string | null;
  /** False if the customer must not get any message, not even the notice of a handover. */
  readonly speaks: boolean;
  /** Null if no person has to act. */
  readonly destination: ResolvedDestination | null;
  /** Tags that the rules add to those in the facts. */
  readonly addTagIds: readonly string[];
  readonly priority: Priority | null;
  /** The rule's words to the customer: the handover message, or the clarifying question. */
  readonly message: string | null;
  readonly collectionIds: readonly string[] | null;
  readonly lookupTemplateIds: readonly string[];
  readonly rules: readonly RuleResult[];
  readonly warnings: readonly string[];
}

/** What the outcome `draft` keeps: the reply that would have been sent without approval. */
export type KeptForApproval = 'answer' | 'question';

export interface ResolvedDestination {
  readonly id: string;
  readonly name: string;
  readonly kind: DestinationKind;
  readonly target: string | null;
  /** Every destination that was considered, in order; the last one accepted. */
  readonly path: readonly DestinationStep[];
}

/** Either a final ruling, or a stage under whose effects an answer must be drafted. */
export type FirstRuling =
  | { readonly kind: 'final'; readonly ruling: Ruling }
  | { readonly kind: 'draft'; readonly stage: DraftStage };

/** The effects and results of the rules before the answer. Pass it to `decideWithAnswer` unchanged. */
export interface DraftStage {
  readonly effects: Effects;
  readonly results: readonly RuleResult[];
}

/** The accumulated effects of matched rules. If they conflict, the earlier rule wins; lists are united. */
export interface Effects {
  readonly decision: RuleDecision | null;
  /** A matched rule stops the later ones, which are then not reached. */
  readonly stopped: boolean;
  readonly destinationId: string | null;
  /** The words of a rule that asks back, or that decides nothing. */
  readonly question: string | null;
  /** The words of a rule that does not ask back: the customer would take a question for the notice of the handover. */
  readonly notice: string | null;
  readonly addTagIds: readonly string[];
  readonly priority: Priority | null;
  readonly collectionIds: readonly string[] | null;
  readonly answerThreshold: number | null;
  readonly lookupTemplateIds: readonly string[];
  readonly requireVerified: boolean;
}

export interface RuleDecision {
  /** The rule applies only while the desk is closed. */
  readonly whileClosed: boolean;
  readonly ruleId: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
}
