import type { Condition, PolicyWarning, Then, When } from '@desk/contract/rules';
import { fieldOf } from '../policy/fields.logic.ts';
import { stageOf, stopsLaterRules } from '../policy/policy.logic.ts';
import { contradictionIn, isSame } from './contradictions.logic.ts';

export interface LintedRule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly conditions: When;
  readonly effects: Then;
  readonly stop: boolean | null;
}

export interface LintedDestination {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly fallback_destination_id: string | null;
}

/** All that a rule is looked at beside. */
export interface Surroundings {
  /** As `inAskedOrder` gives them. */
  readonly asked: readonly LintedRule[];
  readonly destinations: readonly LintedDestination[];
  readonly collections: readonly { readonly id: string; readonly name: string; readonly enabled: boolean }[];
}

/** What is probably not meant in a rule, among the others. Saved all the same: people may be half-way through a change. */
export function warningsOfRule(rule: LintedRule, around: Surroundings): PolicyWarning[] {
  const about = (code: PolicyWarning['code'], message: string): PolicyWarning => ({ code, message, rule_id: rule.id });
  const contradiction = contradictionIn(rule.conditions);
  return [
    ...unknownFields(rule).map((field) => about('unknown_field', `There is no field ${field}: it is never met.`)),
    ...(contradiction ? [about('contradictory', contradiction)] : hidden(rule, around, about)),
    ...ofDestination(rule, around, about),
    ...ofCollections(rule, around, about),
  ];
}

/** Fallbacks that lead in a circle, which ends in the internal queue. */
export const warningsOfDestinations = ({ destinations }: Pick<Surroundings, 'destinations'>): PolicyWarning[] =>
  destinations
    .filter(({ id }) => leadsBack(id, destinations))
    .map(({ id, name }) => ({
      code: 'cycle',
      message: `The fallbacks of "${name}" lead back to it.`,
      destination_id: id,
    }));

type About = (code: PolicyWarning['code'], message: string) => PolicyWarning;

const conditionsOf = ({ all = [], any = [], none = [] }: When) => [...all, ...any, ...none];

const unknownFields = ({ conditions }: LintedRule) => [
  ...new Set(
    conditionsOf(conditions)
      .map(({ field }) => field)
      .filter((field) => fieldOf(field) === null),
  ),
];

function hidden(rule: LintedRule, { asked }: Surroundings, about: About): PolicyWarning[] {
  if (!rule.enabled) return [];
  const at = asked.findIndex(({ id }) => id === rule.id);
  const earlier = asked.slice(0, Math.max(0, at)).filter((each) => each.enabled && stopsLaterRules(asRule(each)));
  const always = earlier.find(({ conditions }) => conditionsOf(conditions).length === 0);
  if (always) return [about('unreachable', `The rule "${always.name}" matches every message and stops before it.`)];
  const wider = earlier.find((each) => contains(each.conditions, rule.conditions));
  return wider ? [about('shadowed', `Whatever it matches, the rule "${wider.name}" matches before it and stops.`)] : [];
}

const asRule = ({ stop, effects }: LintedRule) => ({ stop, then: effects });

/** Of rules in the order of the policy: those that look at the answer are asked after all those that do not. */
export const inAskedOrder = <Rule extends LintedRule>(rules: readonly Rule[]): Rule[] => {
  const early = new Set(rules.filter(({ conditions }) => stageOf(conditions) === 'before_answer'));
  return [...early, ...rules.filter((rule) => !early.has(rule))];
};

/** Whether all that meets `narrow` surely meets `wide`: each wish of the wide one is a wish of the narrow one too. */
function contains(wide: When, narrow: When): boolean {
  const within = (conditions: readonly Condition[] = [], others: readonly Condition[] = []) =>
    conditions.every((condition) => others.some((each) => isSame(each, condition)));
  const wideAny = wide.any ?? [];
  const narrowAny = narrow.any ?? [];
  const anyMet =
    wideAny.length === 0 ||
    wideAny.some((condition) => (narrow.all ?? []).some((each) => isSame(each, condition))) ||
    (narrowAny.length > 0 && within(narrowAny, wideAny));
  return within(wide.all, narrow.all) && within(wide.none, narrow.none) && anyMet;
}

function ofDestination({ effects }: LintedRule, { destinations }: Surroundings, about: About): PolicyWarning[] {
  const destination = destinations.find(({ id }) => id === effects.destination_id);
  if (!destination) return [];
  return [
    ...(destination.enabled
      ? []
      : [about('disabled_destination', `The destination "${destination.name}" is disabled.`)]),
    ...(leadsBack(destination.id, destinations)
      ? [about('cycle', `The fallbacks of "${destination.name}" lead back to it.`)]
      : []),
  ];
}

function leadsBack(id: string, destinations: readonly LintedDestination[]): boolean {
  const byId = new Map(destinations.map((each) => [each.id, each]));
  const seen = new Set<string>();
  let next = byId.get(id)?.fallback_destination_id ?? null;
  while (next !== null && next !== id && !seen.has(next)) {
    seen.add(next);
    next = byId.get(next)?.fallback_destination_id ?? null;
  }
  return next === id;
}

const ofCollections = ({ effects }: LintedRule, { collections }: Surroundings, about: About): PolicyWarning[] =>
  (effects.collection_ids ?? []).flatMap((id) => {
    const collection = collections.find((each) => each.id === id.toLowerCase());
    if (!collection) return [about('collection_gone', 'A collection that it names is gone.')];
    if (collection.enabled) return [];
    return [about('collection_off', `The collection "${collection.name}" is switched off.`)];
  });
