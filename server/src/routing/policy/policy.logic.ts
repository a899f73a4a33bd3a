import type { DestinationKind } from '@desk/contract/decisions';
import type { RuleStage, Then, When } from '@desk/contract/rules';
import { fieldOf } from './fields.logic.ts';

/** Everything that the organization's people have laid down about answering and routing, at one revision. */
export interface Policy {
  readonly revision: number;
  readonly tags: readonly PolicyTag[];
  readonly destinations: readonly PolicyDestination[];
  /** Always accepts; where every road ends. */
  readonly internalQueue: PolicyDestination;
  /** In the order in which they are asked: ascending priority, then age. */
  readonly rules: readonly PolicyRule[];
  /** Runs the patterns of `matches` in linear time. A part of the policy, since this module may use no package. */
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
  /** Null: a rule that decides stops the later ones, any other does not. */
  readonly stop: boolean | null;
}

export const stopsLaterRules = (rule: Pick<PolicyRule, 'stop' | 'then'>): boolean =>
  rule.stop ?? rule.then.decision !== undefined;

/** A rule that looks at the draft, or at what a lookup has brought, can only be asked once they are there. */
export function stageOf(when: When): RuleStage {
  const conditions = [...(when.all ?? []), ...(when.any ?? []), ...(when.none ?? [])];
  return conditions.some((condition) => fieldOf(condition.field)?.stage === 'with_answer')
    ? 'with_answer'
    : 'before_answer';
}
