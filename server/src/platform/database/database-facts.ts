import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface DatabaseFacts {
  /** Such as `150004`. */
  number: number;
  version: string;
  /** Version of the extension; null when it is not created in this database. */
  vector: string | null;
  vectorInstalled: boolean;
  fsync: boolean;
}

/** Reads facts about the server, not about its content. */
export async function databaseFacts({ owner }: Pick<Db, 'owner'>): Promise<DatabaseFacts> {
  const { rows } = await owner.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       (select extversion from pg_extension where extname = 'vector') as vector,
       exists (select from pg_available_extensions where name = 'vector') as "vectorInstalled",
       current_setting('fsync') = 'on' as fsync`,
    [],
  );
  return rows[0] as unknown as DatabaseFacts;
}

/**
 * Returns by how many seconds the clock of this process is surely ahead of the database's, less than 0 if it is behind: what the round trip
 * may have added or taken is left out.
 */
export async function clockDifference({ kysely }: Pick<Db, 'kysely'>): Promise<number> {
  const begun = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(kysely);
  const ended = Date.now();
  const now = rows[0]?.now.getTime() ?? begun;
  if (now < begun) return (begun - now) / 1_000;
  return now > ended ? (ended - now) / 1_000 : 0;
}

export interface RoleFacts {
  name: string;
  /** True for a superuser, or a role that bypasses row-level security. */
  above: boolean;
  owns: boolean;
}

/** Reads facts about the role of requests and jobs. */
export async function runtimeRoleFacts({ kysely }: Pick<Db, 'kysely'>): Promise<RoleFacts> {
  const { rows } = await sql<RoleFacts>`
    select current_user as name, r.rolsuper or r.rolbypassrls as above,
      exists (select from pg_class c where c.relowner = r.oid) as owns
    from pg_roles r where r.rolname = current_user`.execute(kysely);
  return rows[0] ?? { name: 'unknown', above: true, owns: true };
}
