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
