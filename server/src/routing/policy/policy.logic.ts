import type { DestinationKind } from '@desk/contract/decisions';
import type { RuleStage, Then, When } from '@desk/contract/rules';
import { fieldOf } from './fields.logic.ts';

/** All tags, destinations and rules that an organization has written for answering and routing, at one revision. */
export interface Policy {
  readonly revision: number;
  readonly tags: readonly PolicyTag[];
  readonly destinations: readonly PolicyDestination[];
  /** The last fallback, which always accepts. */
  readonly internalQueue: PolicyDestination;
  /** In evaluation order: ascending priority, then age. */
  readonly rules: readonly PolicyRule[];
  /** Runs the patterns of `matches` in linear time. Injected here because this module may not use packages. */
  readonly matches: Matcher;
}

export type Matcher = (pattern: string, text: string) => boolean;

export interface PolicyTag {
  readonly id: string;
  readonly name: string;
  readonly detect: Detection | null;
  readonly defaultDestinationId: string | null;
}

export interface Detection {
  readonly keywords: readonly string[];
  readonly examples: readonly string[];
  readonly minSimilarity: number;
}

export interface PolicyDestination {
  readonly id: string;
  readonly name: string;
  readonly kind: DestinationKind;
  readonly target: string | null;
  readonly hours: 'always' | 'business';
  readonly fallbackDestinationId: string | null;
  readonly enabled: boolean;
  readonly builtIn: boolean;
}

export interface PolicyRule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly when: When;
  readonly then: Then;
  /** Whether the rule stops later ones. Null: it does if it decides. */
  readonly stop: boolean | null;
}

export const stopsLaterRules = (rule: Pick<PolicyRule, 'stop' | 'then'>): boolean =>
  rule.stop ?? rule.then.decision !== undefined;

/** Returns the stage of a rule: a rule that tests the draft or the result of a lookup is evaluated after them. */
export function stageOf(when: When): RuleStage {
  const conditions = [...(when.all ?? []), ...(when.any ?? []), ...(when.none ?? [])];
  return conditions.some((condition) => fieldOf(condition.field)?.stage === 'with_answer')
    ? 'with_answer'
    : 'before_answer';
}
