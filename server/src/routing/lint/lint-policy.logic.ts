import type { Audience } from '@desk/contract/knowledge';
import type { Condition, PolicyWarning, Then, When } from '@desk/contract/rules';
import { fieldOf } from '../policy/fields.logic.ts';
import { stageOf, stopsLaterRules } from '../policy/policy.logic.ts';
import { longestFallbackChain } from '../decision/destination.logic.ts';
import { contradictionIn, isSame } from './contradictions.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

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
  /** The internal queue, which is reached after any fallback. */
  readonly built_in?: boolean;
}

interface LintedName {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

interface LintedTemplate extends LintedName {
  /** The names of its outputs. */
  readonly outputs: readonly string[];
  /** The service refuses the credentials of its connector. */
  readonly isRefused?: boolean;
}

interface LintedCollection extends LintedName {
  readonly audience: Audience;
}

/** The things that determine the warnings of a rule. */
export interface LintSurroundings {
  /** In the order of `inAskedOrder`. */
  readonly asked: readonly LintedRule[];
  readonly destinations: readonly LintedDestination[];
  readonly collections: readonly LintedCollection[];
  /** The templates that rules may look up. */
  readonly lookups: readonly LintedTemplate[];
}

/** Returns warnings about probable mistakes in a rule. It is saved anyway, because people may be in the middle of a change. */
export function warningsOfRule(rule: LintedRule, around: LintSurroundings): PolicyWarning[] {
  const about: About = (code, message, named) => ({
    code,
    message,
    ...(named === undefined ? {} : { about: named }),
    rule_id: rule.id,
  });
  const contradiction = contradictionIn(rule.conditions);
  return [
    ...unknownFields(rule, around).map((field) =>
      about('unknown_field', english`There is no field ${field}: it is never met.`, field),
    ),
    ...(contradiction
      ? [about('contradictory', contradiction.message, contradiction.field)]
      : hidden(rule, around, about)),
    ...ofDestination(rule, around, about),
    ...ofCollections(rule, around, about),
    ...ofLookups(rule, around, about),
  ];
}

/** Warns of fallbacks that are never tried: those in a cycle, and those after the last that is followed. */
export const warningsOfDestinations = ({ destinations }: Pick<LintSurroundings, 'destinations'>): PolicyWarning[] =>
  destinations.flatMap((each) =>
    ofFallbacks(each, destinations, (code, message, named) => ({
      code,
      message,
      about: named ?? each.name,
      destination_id: each.id,
    })),
  );

type About = (code: PolicyWarning['code'], message: string, named?: string) => PolicyWarning;

const conditionsOf = ({ all = [], any = [], none = [] }: When) => [...all, ...any, ...none];

const unknownFields = ({ conditions }: LintedRule, { lookups }: LintSurroundings) => [
  ...new Set(
    conditionsOf(conditions)
      .map(({ field }) => field)
      .filter((field) => fieldOf(field) === null || !isLookedUp(field, lookups)),
  ),
];

const isLookedUp = (field: string, lookups: readonly LintedTemplate[]): boolean => {
  const [root, template, output = ''] = field.split('.');
  return root !== 'lookup' || lookups.some(({ name, outputs }) => name === template && outputs.includes(output));
};

function hidden(rule: LintedRule, { asked }: LintSurroundings, about: About): PolicyWarning[] {
  if (!rule.enabled) return [];
  const at = asked.findIndex(({ id }) => id === rule.id);
  const earlier = asked.slice(0, Math.max(0, at)).filter((each) => each.enabled && stopsLaterRules(asRule(each)));
  const always = earlier.find(({ conditions }) => conditionsOf(conditions).length === 0);
  if (always)
    return [
      about('unreachable', english`The rule "${always.name}" matches every message and stops before it.`, always.name),
    ];
  const wider = earlier.find((each) => contains(each.conditions, rule.conditions));
  return wider
    ? [
        about(
          'shadowed',
          english`The rule "${wider.name}" comes first, matches the same messages, and stops.`,
          wider.name,
        ),
      ]
    : [];
}

const asRule = ({ stop, effects }: LintedRule) => ({ stop, then: effects });

/** Sorts rules of the policy into evaluation order: rules that test the answer come after all others. */
export const inAskedOrder = <Rule extends LintedRule>(rules: readonly Rule[]): Rule[] => {
  const early = new Set(rules.filter(({ conditions }) => stageOf(conditions) === 'before_answer'));
  return [...early, ...rules.filter((rule) => !early.has(rule))];
};

/** Whether every message that meets `narrow` certainly meets `wide`: each condition of `wide` is also one of `narrow`. */
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

function ofDestination({ effects }: LintedRule, { destinations }: LintSurroundings, about: About): PolicyWarning[] {
  const destination = destinations.find(({ id }) => id === effects.destination_id);
  if (!destination) return [];
  return [
    ...(destination.enabled
      ? []
      : [about('disabled_destination', english`The destination "${destination.name}" is disabled.`, destination.name)]),
    ...ofFallbacks(destination, destinations, about),
  ];
}

function ofFallbacks(
  { id, name }: LintedDestination,
  destinations: readonly LintedDestination[],
  about: About,
): PolicyWarning[] {
  const byId = new Map(destinations.map((each) => [each.id, each]));
  const seen = new Set<string>();
  let next = byId.get(id)?.fallback_destination_id ?? null;
  while (next !== null && next !== id && !seen.has(next) && byId.get(next)?.built_in !== true) {
    seen.add(next);
    next = byId.get(next)?.fallback_destination_id ?? null;
  }
  if (next === id) return [about('cycle', english`The fallbacks of "${name}" lead back to it.`, name)];
  if (seen.size <= longestFallbackChain) return [];
  return [about('long_fallback', english`Only the first three fallbacks of "${name}" are tried.`, name)];
}

const ofCollections = ({ effects }: LintedRule, { collections }: LintSurroundings, about: About): PolicyWarning[] =>
  (effects.collection_ids ?? []).flatMap((id) => {
    const collection = collections.find((each) => each.id === id.toLowerCase());
    if (!collection) return [about('collection_gone', english`It names a collection that no longer exists.`)];
    const { name, enabled, audience } = collection;
    if (!enabled) return [about('collection_off', english`The collection "${name}" is switched off.`, name)];
    if (audience === 'customers') return [];
    const text = english`The collection "${name}" is for staff: customers get no answer from it.`;
    return [about('collection_for_staff', text, name)];
  });

const ofLookups = ({ effects }: LintedRule, { lookups }: LintSurroundings, about: About): PolicyWarning[] =>
  (effects.lookup_template_ids ?? []).flatMap((id) => {
    const template = lookups.find((each) => each.id === id.toLowerCase());
    if (!template)
      return [about('template_gone', english`It looks up a template that no longer exists or no longer only reads.`)];
    const { name, enabled, isRefused = false } = template;
    const off = english`The template "${name}" is off or in quarantine, or its connector is off or not checked yet.`;
    if (!enabled) return [about('template_off', off, name)];
    const refused = english`The service refuses the credentials of the connector of "${name}": nothing is looked up.`;
    return isRefused ? [about('template_refused', refused, name)] : [];
  });
