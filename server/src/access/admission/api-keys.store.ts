import type { Role } from '@desk/contract/access';
import type { Actor } from '@desk/contract/audit';
import { sql, type Kysely } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

const columns = ['id', 'name', 'role', 'prefix', 'created_by', 'created_at', 'expires_at', 'last_used_at'] as const;

export interface ApiKeyRow {
  id: string;
  name: string;
  role: Role;
  prefix: string;
  created_by: Actor;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

interface FoundKey {
  organization_id: string;
  id: string;
  name: string;
  role: Role;
  expires_at: Date | null;
  last_used_at: Date | null;
  default_workspace_id: string;
}

/** Searches every organization: a caller with only a key has no scope yet, so a database function does it. */
export async function findKeyByHash(db: Kysely<Tables>, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`select * from api_key_of(${hash})`.execute(db);
  return rows[0];
}

export async function setKeyLastUsed(
  tx: Tx,
  scope: OrganizationScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export interface ApiKeyToInsert {
  id: string;
  name: string;
  role: Role;
  hash: Buffer;
  prefix: string;
  createdBy: Actor;
  now: Date;
  expiresAt: Date | null;
}

export const insertKey = (tx: Tx, scope: OrganizationScope, key: ApiKeyToInsert): Promise<ApiKeyRow> =>
  tx
    .insertInto('api_key')
    .values({
      organization_id: scope.organizationId,
      id: key.id,
      name: key.name,
      role: key.role,
      hash: key.hash,
      prefix: key.prefix,
      created_by: JSON.stringify(key.createdBy),
      created_at: key.now,
      expires_at: key.expiresAt,
      last_used_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Oldest first; one row more than `limit` if there is a next page. */
export function pageOfKeys(
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<ApiKeyRow[]> {
  const rows = tx
    .selectFrom('api_key')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  return (after === null ? rows : rows.where('id', '>', after)).execute();
}

export const findKey = (tx: Tx, scope: OrganizationScope, id: string): Promise<ApiKeyRow | undefined> =>
  tx
    .selectFrom('api_key')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteKey = (tx: Tx, scope: OrganizationScope, id: string): Promise<ApiKeyRow | undefined> =>
  tx
    .deleteFrom('api_key')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

/** Returns the hashes that belong to valid keys of the organization. */
export async function hashesOfKeys(
  tx: Tx,
  scope: OrganizationScope,
  { hashes, now }: { hashes: Buffer[]; now: Date },
): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('api_key')
    .select('hash')
    .where('organization_id', '=', scope.organizationId)
    .where('hash', 'in', hashes)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return rows.map(({ hash }) => hash);
}
