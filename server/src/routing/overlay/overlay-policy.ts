import { createHash } from 'node:crypto';
import type { Overlay, OverlaidDestination, OverlaidRule, OverlaidTag } from '@desk/contract/simulation';
import type { Then, When } from '@desk/contract/rules';
import { refuseFaults } from '../../platform/http/errors.ts';
import { faultsOfDestination, type DestinationSurroundings } from '../editing/destination-checks.logic.ts';
import { mergePatch } from '../../platform/http/merge-patch.logic.ts';
import { defaultPriority, faultsOfRule, withTagIds, type RuleSurroundings } from '../editing/rule-checks.logic.ts';
import { refuseConflicts } from './overlay-conflicts.ts';
import { patternFault } from '../policy/pattern.ts';
import type { Policy, PolicyDestination, PolicyRule, PolicyTag } from '../policy/policy.logic.ts';
import { defaultMinSimilarity } from '../tags/detection.logic.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { asName } from '../../platform/text/as-read.logic.ts';

/**
 * Returns the policy as if the overlay were saved. Throws the 422 and 409 that saving would give, with pointers into `/overlay`. `outside`
 * says what rules may name, and where destinations may lead, outside the policy.
 */
export function overlayPolicy(
  policy: Policy,
  overlay: Overlay,
  { mayAsk, ...named }: Pick<RuleSurroundings, 'collectionIds' | 'lookupIds'> & Pick<DestinationSurroundings, 'mayAsk'>,
): Policy {
  const faults: FieldError[] = [];
  const tags = overlaid(policy.tags, overlay.tags ?? [], { at: '/overlay/tags', faults, lay: layTag });
  const destinations = overlaid(policy.destinations, overlay.destinations ?? [], {
    at: '/overlay/destinations',
    faults,
    lay: layDestination,
  });
  const rules = overlaid(policy.rules, overlay.rules ?? [], { at: '/overlay/rules', faults, lay: layRule });
  const around = { tags, destinations, ...named, patternFault };
  overlay.rules?.forEach(({ id, removed }, at) => {
    const rule = removed ? undefined : rules.find((each) => each.id === (id ?? newId('/overlay/rules', at)));
    if (rule) faults.push(...faultsOfRule(rule, around).map(below(`/overlay/rules/${at}`)));
  });
  faults.push(...faultsOfDestinations(policy.destinations, destinations, { overlay, mayAsk }));
  faults.push(...faultsOfTags(overlay.tags ?? [], destinations));
  refuseFaults(faults);
  refuseConflicts(policy, { ...policy, tags, destinations, rules }, overlay);
  const byPolicyOrder = (one: PolicyRule, other: PolicyRule) =>
    one.priority - other.priority || (one.id < other.id ? -1 : 1);
  const ordered = rules.map((rule) => ({ ...rule, when: withTagIds(rule.when, tags) }));
  return { ...policy, tags, destinations, rules: ordered.toSorted(byPolicyOrder) };
}

function faultsOfDestinations(
  saved: readonly PolicyDestination[],
  laid: readonly PolicyDestination[],
  { overlay, mayAsk }: { overlay: Overlay } & Pick<DestinationSurroundings, 'mayAsk'>,
): FieldError[] {
  const rows = laid.map((each) => ({ ...each, fallback_destination_id: each.fallbackDestinationId }));
  return (overlay.destinations ?? []).flatMap(({ id, removed }, at) => {
    const row = removed ? undefined : rows.find((each) => each.id === (id ?? newId('/overlay/destinations', at)));
    if (!row) return [];
    const before = saved.find((each) => each.id === row.id) ?? null;
    const others = rows.filter((each) => each.id !== row.id);
    return faultsOfDestination(row, { others, before, mayAsk }).map(below(`/overlay/destinations/${at}`));
  });
}

const below =
  (at: string) =>
  ({ path, message }: FieldError): FieldError => ({ path: `${at}${path}`, message });

interface Laying<Item, Change> {
  at: string;
  faults: FieldError[];
  /** Returns the changed item, or the name of a member that a new item lacks. */
  lay: (before: Item | null, change: Change, id: string) => Item | string;
}

function overlaid<Item extends { id: string }, Change extends { id?: string; removed?: true }>(
  saved: readonly Item[],
  changes: readonly Change[],
  { at, faults, lay }: Laying<Item, Change>,
): Item[] {
  const items = new Map(saved.map((item) => [item.id, item]));
  changes.forEach((change, index) => {
    const before = change.id === undefined ? null : (items.get(change.id.toLowerCase()) ?? null);
    if (change.id !== undefined && !before) {
      faults.push({ path: `${at}/${index}/id`, message: sentence`does not exist` });
      return;
    }
    if (change.removed) {
      if (before) items.delete(before.id);
      return;
    }
    const id = before?.id ?? newId(at, index);
    const item = lay(before, change, id);
    if (typeof item === 'string')
      faults.push({ path: `${at}/${index}/${item}`, message: sentence`is needed for a new one` });
    else items.set(id, item);
  });
  return [...items.values()];
}

// Derive ids from the places in the overlay, so that the same overlay gives the same decision. They sort after all saved ids, in the given
// order: of two rules with the same priority the older one is evaluated first.
function newId(at: string, index: number): string {
  const place = index.toString(16).padStart(4, '0');
  const hash = createHash('sha256').update(`${at}/${index}`).digest('hex');
  return `ffffffff-${place}-7${hash.slice(4, 7)}-8${hash.slice(7, 10)}-${hash.slice(10, 22)}`;
}

function layRule(before: PolicyRule | null, change: OverlaidRule, id: string): PolicyRule | string {
  if (!before && !change.when) return 'when';
  if (!before && !change.then) return 'then';
  return {
    id,
    name: change.name?.trim() ?? before?.name ?? 'New rule',
    enabled: change.enabled ?? before?.enabled ?? true,
    priority: change.priority ?? before?.priority ?? defaultPriority,
    when: mergePatch<When>(before?.when ?? {}, change.when ?? {}),
    then: mergePatch<Then>(before?.then ?? {}, change.then ?? {}),
    stop: change.stop === undefined ? (before?.stop ?? null) : change.stop,
  };
}

function layDestination(
  before: PolicyDestination | null,
  change: OverlaidDestination,
  id: string,
): PolicyDestination | string {
  const kind = change.kind ?? before?.kind;
  const name = change.name === undefined ? before?.name : asName(change.name);
  if (!kind) return 'kind';
  if (!name) return 'name';
  const { target, hours = before?.hours, fallback_destination_id: fallback } = change;
  return {
    id,
    name,
    kind,
    target: target === undefined ? (before?.target ?? null) : (target?.trim() ?? null),
    hours: hours ?? 'always',
    fallbackDestinationId: fallback === undefined ? (before?.fallbackDestinationId ?? null) : fallback,
    enabled: change.enabled ?? before?.enabled ?? true,
    builtIn: before?.builtIn ?? false,
  };
}

function layTag(before: PolicyTag | null, change: OverlaidTag, id: string): PolicyTag | string {
  const name = change.name === undefined ? before?.name : asName(change.name);
  if (!name) return 'name';
  const { detect, default_destination_id: destination } = change;
  return {
    id,
    name,
    detect: detect === undefined ? (before?.detect ?? null) : detect && layDetection(before?.detect ?? null, detect),
    defaultDestinationId: destination === undefined ? (before?.defaultDestinationId ?? null) : destination,
  };
}

const layDetection = (
  before: PolicyTag['detect'],
  change: NonNullable<OverlaidTag['detect']>,
): NonNullable<PolicyTag['detect']> => ({
  keywords: change.keywords === undefined ? (before?.keywords ?? []) : (change.keywords ?? []),
  examples: change.examples === undefined ? (before?.examples ?? []) : (change.examples ?? []),
  minSimilarity: change.min_similarity ?? before?.minSimilarity ?? defaultMinSimilarity,
});

const faultsOfTags = (tags: readonly OverlaidTag[], destinations: readonly PolicyDestination[]): FieldError[] =>
  tags.flatMap(({ default_destination_id: id }, at) =>
    id && !destinations.some((each) => each.id === id)
      ? [{ path: `/overlay/tags/${at}/default_destination_id`, message: sentence`there is no such destination` }]
      : [],
  );
