import type { RevisedItem } from '@desk/contract/revisions';
import type { Then, When } from '@desk/contract/rules';
import type { Detect } from '@desk/contract/routing';
import type { DestinationKind } from '@desk/contract/decisions';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';

/** The stored policy at one revision: what people have written, without counts and times. */
export interface PolicySnapshot {
  readonly tags: readonly SnapshotTag[];
  readonly destinations: readonly SnapshotDestination[];
  readonly rules: readonly SnapshotRule[];
}

export interface SnapshotTag {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string | null;
  readonly detect: Detect | null;
  readonly default_destination_id: string | null;
}

export interface SnapshotDestination {
  readonly id: string;
  readonly name: string;
  readonly kind: DestinationKind;
  readonly target: string | null;
  readonly hours: 'always' | 'business';
  readonly fallback_destination_id: string | null;
  readonly enabled: boolean;
  readonly built_in: boolean;
}

export interface SnapshotRule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly conditions: When;
  readonly effects: Then;
  readonly stop: boolean | null;
}

/** Copies the rows of the three tables without the members that the author did not write. */
export const snapshotOf = (rows: PolicySnapshot): PolicySnapshot => ({
  tags: rows.tags.map(({ id, name, description, color, detect, default_destination_id }) => ({
    id,
    name,
    description,
    color,
    detect,
    default_destination_id,
  })),
  destinations: rows.destinations.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    target: row.target,
    hours: row.hours,
    fallback_destination_id: row.fallback_destination_id,
    enabled: row.enabled,
    built_in: row.built_in,
  })),
  rules: rows.rules.map(({ id, name, enabled, priority, conditions, effects, stop }) => ({
    id,
    name,
    enabled,
    priority,
    conditions,
    effects,
    stop,
  })),
});

/** Returns the items that were added, changed and removed between two states of the policy. */
export const differencesOf = (before: PolicySnapshot, after: PolicySnapshot): RevisedItem[] => [
  ...itemsOf('tag', before.tags, after.tags),
  ...itemsOf('destination', before.destinations, after.destinations),
  ...itemsOf('rule', before.rules, after.rules),
];

type IdAndName = { readonly id: string; readonly name: string };

function itemsOf(type: RevisedItem['type'], before: readonly IdAndName[], after: readonly IdAndName[]): RevisedItem[] {
  const was = new Map(before.map((item) => [item.id, item]));
  const is = new Map(after.map((item) => [item.id, item]));
  const removed = before.filter(({ id }) => !is.has(id));
  return [
    ...after.flatMap((item): RevisedItem[] => {
      const { id, name } = item;
      const earlier = was.get(id);
      if (!earlier) return [{ type, id, name, change: 'added', fields: [] }];
      const fields = changedFields(earlier, item);
      return fields.length > 0 ? [{ type, id, name, change: 'changed', fields }] : [];
    }),
    ...removed.map(({ id, name }): RevisedItem => ({ type, id, name, change: 'removed', fields: [] })),
  ];
}

const wireNames: Readonly<Record<string, string>> = { conditions: 'when', effects: 'then' };

function changedFields(before: IdAndName, after: IdAndName): string[] {
  const [was, is] = [before as unknown as Record<string, unknown>, after as unknown as Record<string, unknown>];
  return Object.keys(is)
    .filter((field) => canonicalJson(was[field]) !== canonicalJson(is[field]))
    .map((field) => wireNames[field] ?? field);
}
