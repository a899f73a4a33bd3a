import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/process/ids.ts';
import type { NamePage } from '../../platform/http/page.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { sayIn, type Language } from '../../platform/words/say.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import './routing.tables.ts';

export type DestinationRow = Omit<Selectable<Tables['destination']>, 'organization_id' | 'deleted_at'>;
export type DestinationMembers = Omit<DestinationRow, 'id' | 'built_in' | 'created_at' | 'updated_at' | 'version'>;

const columns = [
  'id',
  'name',
  'kind',
  'target',
  'hours',
  'fallback_destination_id',
  'enabled',
  'built_in',
  'created_at',
  'updated_at',
  'version',
] as const;

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('destination')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted_at', 'is', null);

export const listDestinations = (tx: Tx, scope: OrganizationScope): Promise<DestinationRow[]> =>
  ours(tx, scope)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

/** Sorted by name. Returns up to one row more than `limit`, which shows that there is a next page. */
export function pageOfDestinations(tx: Tx, scope: OrganizationScope, page: NamePage): Promise<DestinationRow[]> {
  const rows = ours(tx, scope)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.limit + 1);
  const { after } = page;
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

export const findDestination = (tx: Tx, scope: OrganizationScope, id: string): Promise<DestinationRow | undefined> =>
  ours(tx, scope).where('id', '=', id).executeTakeFirst();

/** Whether the organization has a destination with this id, enabled or not. */
export const destinationExists = async (tx: Tx, scope: OrganizationScope, id: string): Promise<boolean> =>
  (await findDestination(tx, scope, id)) !== undefined;

/** Creates the internal queue of the organization: together with the organization, or before its first use. Idempotent. */
export async function openInternalQueue(tx: Tx, scope: OrganizationScope, language: Language = 'en'): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto('destination')
    .values({
      organization_id: scope.organizationId,
      id: newId(),
      name: sayIn(language)(sentence`Internal queue`),
      kind: 'queue',
      hours: 'always',
      enabled: true,
      built_in: true,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const insertDestination = (
  tx: Tx,
  scope: OrganizationScope,
  row: DestinationMembers & { id: string; now: Date },
): Promise<DestinationRow> => {
  const { now, ...members } = row;
  return tx
    .insertInto('destination')
    .values({ organization_id: scope.organizationId, ...members, created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
};

export const updateDestination = (
  tx: Tx,
  scope: OrganizationScope,
  row: DestinationMembers & { id: string; now: Date },
): Promise<DestinationRow> => {
  const { id, now, ...members } = row;
  return tx
    .updateTable('destination')
    .set({ ...members, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
};

export async function removeDestination(tx: Tx, scope: OrganizationScope, { id, now }: { id: string; now: Date }) {
  await tx
    .updateTable('destination')
    .set({ deleted_at: now, fallback_destination_id: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}
