import type { Overlay } from '@desk/contract/simulation';
import type { Condition } from '@desk/contract/rules';
import type { DecisionLimits } from '../policy/facts.logic.ts';
import type { Policy, PolicyRule } from '../policy/policy.logic.ts';
import type { FirstRuling, Ruling } from '../decision/ruling.logic.ts';
import { conditionsOf } from './explain-rules.logic.ts';
import type { ExplainedRule } from '@desk/contract/simulation';

/** Decides again under changed terms. Returns `draft` if that needs an answer that was not drafted. */
export type DecideAgain = (policy: Policy, limits: DecisionLimits) => FirstRuling;

/** A small change, and the decision that it would lead to. */
export interface Flip {
  readonly kind: 'threshold' | 'rule_threshold' | 'rule_disabled' | 'rule_condition' | 'rule_order' | 'setting';
  readonly change: string;
  readonly ruleId: string | null;
  readonly overlay: Overlay;
  readonly ruling: Ruling;
}

interface FlipTrial extends Omit<Flip, 'ruling'> {
  readonly policy: Policy;
  readonly limits: DecisionLimits;
}

export interface TriedDecision {
  readonly policy: Policy;
  readonly limits: DecisionLimits;
  readonly ruling: Ruling;
  readonly confidence: number | null;
  readonly explained: readonly ExplainedRule[];
  readonly again: DecideAgain;
}

/** The limits of changes that are tried, and of those that are shown to a person. */
const mostTrials = 400;
const mostShown = 20;

/** Returns the nearest single changes that flip outcome, reason or destination. Each is verified by deciding again. */
export function counterfactualsOf(tried: TriedDecision): Flip[] {
  const flips: Flip[] = [];
  for (const { policy, limits, ...trial } of trialsOf(tried).slice(0, mostTrials)) {
    const result = tried.again(policy, limits);
    if (result.kind === 'final' && isOther(result.ruling, tried.ruling))
      flips.push({ ...trial, ruling: result.ruling });
    if (flips.length === mostShown) break;
  }
  return flips;
}

const isOther = (one: Ruling, other: Ruling) =>
  one.outcome !== other.outcome || one.reason !== other.reason || one.destination?.id !== other.destination?.id;

// Nearest first: thresholds, then rules that decided or almost did.
const trialsOf = (tried: TriedDecision): FlipTrial[] => [
  ...thresholds(tried),
  ...tried.policy.rules.flatMap((rule) => trialsWith(tried, rule)),
  ...budgets(tried),
];

function thresholds({ policy, limits, confidence }: TriedDecision): FlipTrial[] {
  if (confidence === null) return [];
  const { answer, clarify } = limits.thresholds;
  const above = Math.min(1, confidence + step);
  const wanted =
    confidence >= answer
      ? [
          { answer: above, clarify: Math.min(clarify, above) },
          { answer: above, clarify: above },
        ]
      : [
          { answer: confidence, clarify: Math.min(clarify, confidence) },
          ...(confidence >= clarify ? [{ answer, clarify: above }] : [{ answer, clarify: confidence }]),
        ];
  return wanted
    .filter((each) => each.clarify <= each.answer)
    .map((each) => ({
      kind: 'threshold',
      change: `thresholds.answer ${rounded(each.answer)} and thresholds.clarify ${rounded(each.clarify)}`,
      ruleId: null,
      overlay: { settings: { thresholds: each } },
      policy,
      limits: { ...limits, thresholds: each },
    }));
}

/** The margin by which a threshold is set above a confidence, so that the confidence does not reach it. */
const step = 1e-6;

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

function budgets({ policy, limits }: TriedDecision): FlipTrial[] {
  const trial = (change: string, overlay: Overlay['settings'], changed: Partial<DecisionLimits>): FlipTrial => ({
    kind: 'setting',
    change,
    ruleId: null,
    overlay: { settings: overlay ?? {} },
    policy,
    limits: { ...limits, ...changed },
  });
  return [
    trial(
      'one more automatic reply (max_ai_turns)',
      { max_ai_turns: limits.maxAiTurns + 1 },
      { maxAiTurns: limits.maxAiTurns + 1 },
    ),
    trial(
      'one more clarifying question (max_clarifications)',
      { max_clarifications: limits.maxClarifications + 1 },
      { maxClarifications: limits.maxClarifications + 1 },
    ),
    ...(limits.allowedLanguages.length > 0
      ? [trial('any language (allowed_languages)', { allowed_languages: [] }, { allowedLanguages: [] })]
      : []),
  ];
}

function trialsWith(tried: TriedDecision, rule: PolicyRule): FlipTrial[] {
  const explained = tried.explained.find(({ rule_id }) => rule_id === rule.id);
  if (!explained) return [];
  switch (explained.result) {
    case 'matched':
      return [without(tried, rule), ...ownThreshold(tried, rule), ...withOtherConditions(tried, rule, explained)];
    case 'not_matched':
      return withOtherConditions(tried, rule, explained);
    case 'not_reached':
      return [first(tried, rule)];
    case 'disabled':
      return [];
  }
}

const replaced = (policy: Policy, changed: PolicyRule): Policy => ({
  ...policy,
  rules: policy.rules.map((each) => (each.id === changed.id ? changed : each)),
});

const without = ({ policy, limits }: TriedDecision, rule: PolicyRule): FlipTrial => ({
  kind: 'rule_disabled',
  change: `rule "${rule.name}" disabled`,
  ruleId: rule.id,
  overlay: { rules: [{ id: rule.id, enabled: false }] },
  policy: replaced(policy, { ...rule, enabled: false }),
  limits,
});

function ownThreshold({ policy, limits, confidence }: TriedDecision, rule: PolicyRule): FlipTrial[] {
  const own = rule.then.answer_threshold;
  if (own === undefined || confidence === null) return [];
  const wanted = confidence >= own ? Math.min(1, confidence + step) : confidence;
  const then = { ...rule.then, answer_threshold: wanted };
  return [
    {
      kind: 'rule_threshold',
      change: `rule "${rule.name}" with answer_threshold ${rounded(wanted)}`,
      ruleId: rule.id,
      overlay: { rules: [{ id: rule.id, then: { answer_threshold: wanted } }] },
      policy: replaced(policy, { ...rule, then }),
      limits,
    },
  ];
}

function first({ policy, limits }: TriedDecision, rule: PolicyRule): FlipTrial {
  const priority = Math.max(0, Math.min(...policy.rules.map((each) => each.priority)) - 1);
  const moved = { ...rule, priority };
  return {
    kind: 'rule_order',
    change: `rule "${rule.name}" before all others (priority ${priority})`,
    ruleId: rule.id,
    overlay: { rules: [{ id: rule.id, priority }] },
    policy: { ...policy, rules: inOrder(policy.rules.map((each) => (each.id === rule.id ? moved : each))) },
    limits,
  };
}

const inOrder = (rules: readonly PolicyRule[]) =>
  rules.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1));

// The nearest changes of a rule: one failed condition is moved to the actual value or, if that is impossible, removed.
function withOtherConditions(
  { policy, limits }: TriedDecision,
  rule: PolicyRule,
  explained: ExplainedRule,
): FlipTrial[] {
  return conditionsOf(rule).flatMap(({ condition, list, index, path }) => {
    const met = explained.conditions.find((each) => each.path === path);
    const failed = list === 'none' ? met?.ok === true : met?.ok === false;
    if (!failed) return [];
    const changed = nearest(condition, met?.actual);
    const others = rule.when[list] ?? [];
    const replacement = changed ? [changed] : [];
    const kept = others.flatMap((each, at) => (at === index ? replacement : [each]));
    const when = { ...rule.when, [list]: kept };
    return [
      {
        kind: 'rule_condition' as const,
        change: changed
          ? `rule "${rule.name}" with ${condition.field} ${condition.op} ${String(changed.value)}`
          : `rule "${rule.name}" without its condition on ${condition.field}`,
        ruleId: rule.id,
        overlay: { rules: [{ id: rule.id, when: { [list]: kept } }] },
        policy: replaced(policy, { ...rule, when }),
        limits,
      },
    ];
  });
}

/** Moves a comparison just far enough for the value. Returns null if only removing the condition would help. */
function nearest(condition: Condition, actual: unknown): Condition | null {
  if (typeof actual !== 'number' || typeof condition.value !== 'number') return null;
  return movable.includes(condition.op) ? { ...condition, value: actual } : null;
}

const movable: readonly Condition['op'][] = ['gte', 'lte', 'eq'];
