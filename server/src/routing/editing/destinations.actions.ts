import type { CreateDestination, Destination, UpdateDestination } from '@desk/contract/routing';
import { changesNothing, recordEdit, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { presentAt, refuseFaults } from '../../platform/http/errors.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { faultsOfDestination, isOnlyRenamed, members } from './destination-checks.logic.ts';
import {
  findDestination,
  insertDestination,
  listDestinations,
  removeDestination,
  updateDestination,
  type DestinationRow,
} from '../policy/destinations.store.ts';
import { builtIn, editPolicy, refuseInUse, type EditTarget, type PublishGate } from './policy-edits.actions.ts';
import { viewDestination } from './policy.view.ts';
import { listRules } from '../policy/rules.store.ts';
import { listTags } from '../policy/tags.store.ts';
import { asReference, rulesToDestination, type Reference } from './references.logic.ts';
import { asName } from '../../platform/text/as-read.logic.ts';

/** Finds the users of a destination in other domains. The composition provides it. */
export type UsersElsewhere = (tx: Tx, scope: OrganizationScope, destinationId: string) => Promise<Reference[]>;

/** Throws 409 for a taken name, 422 with the faults. */
export const addDestination = (
  desk: Desk,
  acting: Acting,
  { input, gate }: { input: CreateDestination; gate: PublishGate },
): Promise<Destination> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const now = desk.clock.now();
    const row = {
      id: newId(now.getTime()),
      name: asName(input.name),
      kind: input.kind,
      target: input.target?.trim() ?? null,
      hours: input.hours ?? ('always' as const),
      fallback_destination_id: input.fallback_destination_id ?? null,
      enabled: input.enabled ?? true,
    };
    const others = await listDestinations(tx, acting);
    refuseFaults(faultsOfDestination(row, { others, before: null, mayAsk: desk.egress.mayAsk }));
    const added = await insertDestination(tx, acting, { ...row, now });
    note(desk, tx, acting, { action: 'destination.created', before: {}, after: added });
    return viewDestination(added);
  });

/** Throws 404, 412, 409 for a taken name or a change of the internal queue beyond its name, 422 with the faults. */
export const changeDestination = (
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, gate, patch }: EditTarget & { patch: UpdateDestination },
): Promise<Destination> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const row = presentAt(await findDestination(tx, acting, id), expectedVersion);
    const { kind, target, hours, fallback_destination_id, enabled } = { ...row, ...patch };
    const name = asName(patch.name ?? row.name);
    const kept = { hours: hours ?? ('always' as const), fallback_destination_id, enabled };
    const changed = { id, name, kind, target: target?.trim() ?? null, ...kept };
    if (row.built_in && !isOnlyRenamed(row, changed)) throw builtIn();
    const others = (await listDestinations(tx, acting)).filter((other) => other.id !== id);
    refuseFaults(faultsOfDestination(changed, { others, before: row, mayAsk: desk.egress.mayAsk }));
    if (changesNothing(row, changed, ['name', ...members])) return viewDestination(row);
    const after = await updateDestination(tx, acting, { ...changed, now: desk.clock.now() });
    note(desk, tx, acting, { action: 'destination.updated', before: row, after });
    return viewDestination(after);
  });

/** Throws 409 `in_use` with the rules, tags, destinations, settings and open conversations that use it. */
export const dropDestination = (desk: Desk, acting: Acting, { gate, ...dropping }: Dropping): Promise<void> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const row = await unusedDestination(tx, acting, dropping);
    await removeDestination(tx, acting, { id: row.id, now: desk.clock.now() });
    note(desk, tx, acting, { action: 'destination.deleted', before: row, after: {} });
  });

type Dropping = EditTarget & { usersElsewhere: UsersElsewhere };

async function unusedDestination(
  tx: Tx,
  scope: OrganizationScope,
  { id, expectedVersion, usersElsewhere }: Omit<Dropping, 'gate'>,
): Promise<DestinationRow> {
  const row = presentAt(await findDestination(tx, scope, id), expectedVersion);
  if (row.built_in) throw builtIn();
  const tags = (await listTags(tx, scope)).filter((tag) => tag.default_destination_id === id);
  const destinations = (await listDestinations(tx, scope)).filter((each) => each.fallback_destination_id === id);
  refuseInUse([
    ...rulesToDestination(await listRules(tx, scope), id),
    ...tags.map(asReference('tag')),
    ...destinations.map(asReference('destination')),
    ...(await usersElsewhere(tx, scope, id)),
  ]);
  return row;
}

interface DestinationAudit {
  action: string;
  before: Partial<DestinationRow>;
  after: Partial<DestinationRow>;
}

function note(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: DestinationAudit): void {
  const { id = '', name = '' } = { ...before, ...after };
  const subject = { type: 'destination', id, name };
  recordEdit(desk, tx, acting, { action, subject, before, after, fields: ['name', ...members] });
}
