import type { CreateDestination, Destination, UpdateDestination } from '@desk/contract/routing';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { conflict } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { faultsOfDestination } from './destination-checks.logic.ts';
import {
  findDestination,
  insertDestination,
  listDestinations,
  removeDestination,
  updateDestination,
  type DestinationRow,
} from './destinations.store.ts';
import { current, editPolicy, refuseFaults, refuseInUse, type Target } from './editing.actions.ts';
import { viewDestination } from './policy.view.ts';
import { listRules } from './rules.store.ts';
import { listTags } from './tags.store.ts';
import { asUser, rulesToDestination, type User } from './usage.logic.ts';

/** Who else uses a destination: other domains' rows, which the composition knows how to find. */
export type UsersElsewhere = (tx: Tx, scope: OrganizationScope, destinationId: string) => Promise<User[]>;

export const addDestination = (desk: Desk, scope: OrganizationScope, input: CreateDestination): Promise<Destination> =>
  editPolicy(desk, scope, async (tx) => {
    const now = desk.clock.now();
    const row = {
      id: newId(now.getTime()),
      name: input.name.trim(),
      kind: input.kind,
      target: input.target?.trim() ?? null,
      hours: input.hours ?? ('always' as const),
      fallback_destination_id: input.fallback_destination_id ?? null,
      enabled: input.enabled ?? true,
    };
    refuseFaults(faultsOfDestination(row, await listDestinations(tx, scope)));
    return viewDestination(await insertDestination(tx, scope, { ...row, now }));
  });

/** Throws 404, 412, 409 for a taken name or a change of the internal queue beyond its name, 422 with what does not fit. */
export const changeDestination = (
  desk: Desk,
  scope: OrganizationScope,
  { id, expectedVersion, patch }: Target & { patch: UpdateDestination },
): Promise<Destination> =>
  editPolicy(desk, scope, async (tx) => {
    const row = current(await findDestination(tx, scope, id), expectedVersion);
    const { kind, target, hours, fallback_destination_id, enabled } = { ...row, ...patch };
    const name = (patch.name ?? row.name).trim();
    const changed = { id, name, kind, target: target?.trim() ?? null, hours, fallback_destination_id, enabled };
    if (row.built_in && !isOnlyRenamed(row, changed)) throw builtIn();
    const others = (await listDestinations(tx, scope)).filter((other) => other.id !== id);
    refuseFaults(faultsOfDestination(changed, others));
    return viewDestination(await updateDestination(tx, scope, { ...changed, now: desk.clock.now() }));
  });

/** Throws 409 `in_use` with the rules, tags, destinations and settings that lead to it. */
export const dropDestination = (
  desk: Desk,
  scope: OrganizationScope,
  { id, expectedVersion, usersElsewhere }: Target & { usersElsewhere: UsersElsewhere },
): Promise<void> =>
  editPolicy(desk, scope, async (tx) => {
    const row = current(await findDestination(tx, scope, id), expectedVersion);
    if (row.built_in) throw builtIn();
    const tags = (await listTags(tx, scope)).filter((tag) => tag.default_destination_id === id);
    const destinations = (await listDestinations(tx, scope)).filter((each) => each.fallback_destination_id === id);
    refuseInUse([
      ...rulesToDestination(await listRules(tx, scope), id),
      ...tags.map(asUser('tag')),
      ...destinations.map(asUser('destination')),
      ...(await usersElsewhere(tx, scope, id)),
    ]);
    await removeDestination(tx, scope, { id, now: desk.clock.now() });
  });

const builtIn = () => conflict('built_in', 'The internal queue always accepts: it can be renamed, nothing else.');

type Members = Pick<DestinationRow, 'kind' | 'target' | 'hours' | 'fallback_destination_id' | 'enabled'>;

const isOnlyRenamed = (before: Members, after: Members) =>
  (['kind', 'target', 'hours', 'fallback_destination_id', 'enabled'] as const).every(
    (member) => before[member] === after[member],
  );
