import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { NamePage } from '../../platform/http/page.ts';
import './routing.tables.ts';

export type TagRow = Omit<Selectable<Tables['tag']>, 'organization_id' | 'deleted_at'>;
export type TagMembers = Omit<TagRow, 'id' | 'created_at' | 'updated_at' | 'version'>;

const columns = [
  'id',
  'name',
  'description',
  'color',
  'detect',
  'default_destination_id',
  'created_at',
  'updated_at',
  'version',
] as const;

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('tag')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted_at', 'is', null);

export const listTags = (tx: Tx, scope: OrganizationScope): Promise<TagRow[]> =>
  ours(tx, scope)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

/** Sorted by name. Returns up to one row more than `limit`, which shows that there is a next page. */
export function pageOfTags(tx: Tx, scope: OrganizationScope, { limit, after }: NamePage): Promise<TagRow[]> {
  const rows = ours(tx, scope)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

export const findTag = (tx: Tx, scope: OrganizationScope, id: string): Promise<TagRow | undefined> =>
  ours(tx, scope).where('id', '=', id).executeTakeFirst();

export function insertTag(
  tx: Tx,
  scope: OrganizationScope,
  row: TagMembers & { id: string; now: Date },
): Promise<TagRow> {
  const { now, detect, ...members } = row;
  return tx
    .insertInto('tag')
    .values({
      organization_id: scope.organizationId,
      ...members,
      detect: detect && JSON.stringify(detect),
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateTag(
  tx: Tx,
  scope: OrganizationScope,
  row: TagMembers & { id: string; now: Date },
): Promise<TagRow> {
  const { id, now, detect, ...members } = row;
  return tx
    .updateTable('tag')
    .set({ ...members, detect: detect && JSON.stringify(detect), updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function removeTag(
  tx: Tx,
  scope: OrganizationScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('tag')
    .set({ deleted_at: now, default_destination_id: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}
