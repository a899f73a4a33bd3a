import type { Audience } from '@desk/contract/knowledge';
import type { CreateRule, Rule, Then, UpdateRule, When } from '@desk/contract/rules';
import { changesNothing, recordEdit, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { inAskedOrder } from '../lint/lint-policy.logic.ts';
import { presentAt, refuseFaults } from '../../platform/http/errors.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { listDestinations } from '../policy/destinations.store.ts';
import { editPolicy, type EditTarget, type PublishGate } from './policy-edits.actions.ts';
import { mergePatch } from '../../platform/http/merge-patch.logic.ts';
import { patternFault } from '../policy/pattern.ts';
import { viewRule } from './policy.view.ts';
import { defaultPriority, faultsOfRule, withTagIds } from './rule-checks.logic.ts';
import {
  deleteRule,
  findRule,
  insertRule,
  listRules,
  updateRule,
  type RuleMembers,
  type RuleRow,
} from '../policy/rules.store.ts';
import { lockPolicy } from '../policy/policy.store.ts';
import { rulesWithCollection, rulesWithTemplates, type Reference } from './references.logic.ts';
import { listTags } from '../policy/tags.store.ts';

/** Lists the organization's collections, which belong to another domain. The composition provides it. */
type CollectionsOf = (tx: Tx, scope: OrganizationScope) => Promise<readonly NeighbourCollection[]>;

/** Lists the organization's templates that rules may look up, from another domain. `enabled`: a lookup would be made. */
type LookupsOf = (tx: Tx, scope: OrganizationScope) => Promise<readonly NamedTemplate[]>;

/** Lists the things of other domains that rules may name. */
export interface RuleNeighbours {
  collectionsOf: CollectionsOf;
  lookupsOf: LookupsOf;
}

interface NamedThing {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

interface NamedTemplate extends NamedThing {
  readonly outputs: readonly string[];
  readonly isRefused: boolean;
}

interface NeighbourCollection extends NamedThing {
  readonly audience: Audience;
}

/** Throws 422 with a pointer to each invalid field, operator, value or id. */
export const addRule = (
  desk: Desk,
  acting: Acting,
  { input, gate, neighbours }: { input: CreateRule; gate: PublishGate; neighbours: RuleNeighbours },
): Promise<Rule> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const members = await checked(tx, acting, neighbours, {
      name: input.name.trim(),
      enabled: input.enabled ?? true,
      priority: input.priority ?? defaultPriority,
      conditions: input.when,
      effects: input.then,
      stop: input.stop ?? null,
    });
    const now = desk.clock.now();
    const rule = await insertRule(tx, acting, { id: newId(now.getTime()), ...members, now });
    note(desk, tx, acting, { action: 'rule.created', before: null, after: rule });
    return viewRule(rule, await surroundings(tx, acting, neighbours));
  });

/**
 * Returns the rules that name a collection. Takes the lock of the policy's editors: it waits for an uncommitted rule that names the
 * collection, and a later rule does not find the collection any more.
 */
export async function usersOfCollection(tx: Tx, scope: OrganizationScope, id: string): Promise<Reference[]> {
  await lockPolicy(tx, scope);
  return rulesWithCollection(await listRules(tx, scope), id);
}

/** As `usersOfCollection`, for lookup templates. */
export async function usersOfTemplates(tx: Tx, scope: OrganizationScope, ids: readonly string[]): Promise<Reference[]> {
  await lockPolicy(tx, scope);
  return rulesWithTemplates(await listRules(tx, scope), ids);
}

/** Applies a merge patch, including `when` and `then`. Throws 404, 412, and 422 for faults of the resulting rule. */
export const changeRule = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, gate, patch, neighbours }: EditTarget & { patch: UpdateRule; neighbours: RuleNeighbours },
): Promise<Rule> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const row = presentAt(await findRule(tx, acting, id), expectedVersion);
    const members = await checked(tx, acting, neighbours, {
      name: patch.name?.trim() ?? row.name,
      enabled: patch.enabled ?? row.enabled,
      priority: patch.priority ?? row.priority,
      conditions: mergePatch<When>(row.conditions, patch.when ?? {}),
      effects: mergePatch<Then>(row.effects, patch.then ?? {}),
      stop: patch.stop === undefined ? row.stop : patch.stop,
    });
    if (changesNothing(row, members, columns)) return viewRule(row, await surroundings(tx, acting, neighbours));
    const rule = await updateRule(tx, acting, { id, ...members, now: desk.clock.now() });
    note(desk, tx, acting, { action: 'rule.updated', before: row, after: rule });
    return viewRule(rule, await surroundings(tx, acting, neighbours));
  });

/** Deletes a rule even if it has made decisions, which keep its name. Throws 404, 412. */
export const dropRule = (desk: Desk, acting: Acting, { id, expectedVersion, gate }: EditTarget): Promise<void> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const rule = presentAt(await findRule(tx, acting, id), expectedVersion);
    await deleteRule(tx, acting, id);
    note(desk, tx, acting, { action: 'rule.deleted', before: rule, after: null });
  });

/** Reads the things that determine a rule's warnings. */
export const surroundings = async (tx: Tx, scope: OrganizationScope, neighbours: RuleNeighbours) => ({
  asked: inAskedOrder(await listRules(tx, scope)),
  destinations: await listDestinations(tx, scope),
  collections: await neighbours.collectionsOf(tx, scope),
  lookups: await neighbours.lookupsOf(tx, scope),
});

async function checked(tx: Tx, scope: OrganizationScope, neighbours: RuleNeighbours, members: RuleMembers) {
  const [tags, destinations] = [await listTags(tx, scope), await listDestinations(tx, scope)];
  const collectionIds = (await neighbours.collectionsOf(tx, scope)).map(({ id }) => id);
  const lookupIds = (await neighbours.lookupsOf(tx, scope)).map(({ id }) => id);
  const around = { tags, destinations, collectionIds, lookupIds, patternFault };
  refuseFaults(faultsOfRule({ when: members.conditions, then: members.effects }, around));
  return { ...members, conditions: withTagIds(members.conditions, tags) };
}

interface RuleAudit {
  action: string;
  before: RuleRow | null;
  after: RuleRow | null;
}

function note(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: RuleAudit): void {
  const { id = '', name = '' } = after ?? before ?? {};
  const subject = { type: 'rule', id, name };
  recordEdit<AuditedRule, keyof AuditedRule>(desk, tx, acting, {
    action,
    subject,
    before: asWritten(before),
    after: asWritten(after),
    fields,
  });
}

const columns = ['name', 'enabled', 'priority', 'conditions', 'effects', 'stop'] as const;
const fields = ['name', 'enabled', 'priority', 'when', 'then', 'stop'] as const;
type AuditedRule = Record<(typeof fields)[number], unknown>;

// Uses the author's names for the members.
const asWritten = (row: RuleRow | null): Partial<AuditedRule> =>
  row ? { ...row, when: row.conditions, then: row.effects } : {};
