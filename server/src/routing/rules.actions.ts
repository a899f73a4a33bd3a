import type { CreateRule, Rule, Then, UpdateRule, When } from '@desk/contract/rules';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { newId } from '../platform/ids.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { listDestinations } from './destinations.store.ts';
import { current, editPolicy, refuseFaults, type Target } from './editing.actions.ts';
import { patched } from './merge.logic.ts';
import { patternFault } from './pattern.ts';
import { viewRule } from './policy.view.ts';
import { faultsOfRule, withTagIds } from './rule-checks.logic.ts';
import { deleteRule, findRule, insertRule, updateRule, type RuleMembers } from './rules.store.ts';
import { listTags } from './tags.store.ts';

/** Where a rule stands that names no priority. */
const defaultPriority = 100;

/** Throws 422 with a pointer to each field, operator, value or id that does not fit. */
export const addRule = (desk: Desk, scope: OrganizationScope, input: CreateRule): Promise<Rule> =>
  editPolicy(desk, scope, async (tx) => {
    const { members, destinations } = await checked(tx, scope, {
      name: input.name.trim(),
      enabled: input.enabled ?? true,
      priority: input.priority ?? defaultPriority,
      conditions: input.when,
      effects: input.then,
      stop: input.stop ?? null,
    });
    const now = desk.clock.now();
    return viewRule(await insertRule(tx, scope, { id: newId(now.getTime()), ...members, now }), destinations);
  });

/** A merge patch, `when` and `then` included. Throws 404, 412, and 422 for what the whole rule would then be. */
export const changeRule = (
  desk: Desk,
  scope: OrganizationScope,
  { id, expectedVersion, patch }: Target & { patch: UpdateRule },
): Promise<Rule> =>
  editPolicy(desk, scope, async (tx) => {
    const row = current(await findRule(tx, scope, id), expectedVersion);
    const { members, destinations } = await checked(tx, scope, {
      name: patch.name?.trim() ?? row.name,
      enabled: patch.enabled ?? row.enabled,
      priority: patch.priority ?? row.priority,
      conditions: patched<When>(row.conditions, patch.when ?? {}),
      effects: patched<Then>(row.effects, patch.then ?? {}),
      stop: patch.stop === undefined ? row.stop : patch.stop,
    });
    return viewRule(await updateRule(tx, scope, { id, ...members, now: desk.clock.now() }), destinations);
  });

export const dropRule = (desk: Desk, scope: OrganizationScope, { id, expectedVersion }: Target): Promise<void> =>
  editPolicy(desk, scope, async (tx) => {
    current(await findRule(tx, scope, id), expectedVersion);
    await deleteRule(tx, scope, id);
  });

async function checked(tx: Tx, scope: OrganizationScope, members: RuleMembers) {
  const [tags, destinations] = [await listTags(tx, scope), await listDestinations(tx, scope)];
  refuseFaults(faultsOfRule({ when: members.conditions, then: members.effects }, { tags, destinations, patternFault }));
  return { members: { ...members, conditions: withTagIds(members.conditions, tags) }, destinations };
}
