import { sql } from 'kysely';
import { everyOrganization } from '../../access/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { keyCanaryState } from '../../platform/key-canary.ts';
import { pendingMigrations } from '../../platform/migrate.ts';
import { countByKey } from '../../platform/rekey.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** Version, extension, schema and role. Nothing is changed. */
export async function findingsOfStore(db: Db): Promise<Finding[]> {
  return [await version(db), await durability(db), await schema(db)];
}

async function version({ owner }: Db): Promise<Finding> {
  const { rows } = await owner.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       coalesce((select extversion from pg_extension where extname = 'vector'), 'not created yet') as vector,
       exists (select from pg_available_extensions where name = 'vector') as available`,
    [],
  );
  const { number, available } = rows[0] ?? {};
  const [text, vector] = [rows[0]?.['version'], rows[0]?.['vector']].map(String);
  if (Number(number) < 150_000) return fail('database', `PostgreSQL ${text} is too old.`, 'Use 15 or later.');
  if (!available)
    return fail(
      'database',
      'The extension pgvector is not installed.',
      'Install it, or use the image of compose.yaml.',
    );
  return ok('database', `PostgreSQL ${text}, pgvector ${vector}.`);
}

async function durability({ owner, engine }: Db): Promise<Finding> {
  const { rows } = await owner.query(`select current_setting('fsync') as fsync`, []);
  if (engine === 'pglite') return ok('durability', 'The embedded database does not promise to survive a power cut.');
  if (rows[0]?.['fsync'] === 'on') return ok('durability', 'A commit is on the disk.');
  return warn('durability', 'fsync is off: a crash of the machine loses or breaks data.', 'Switch fsync on.');
}

async function schema(db: Db): Promise<Finding> {
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return ok('schema', 'Up to date.');
  return fail('schema', `${pending.length} migrations are missing.`, 'Start the service, or run `frontdesk migrate`.');
}

/** Only for a schema that is up to date. */
export async function findingsOfContent(db: Db, config: Config): Promise<Finding[]> {
  return [await role(db), ...(await keys(db, config))];
}

async function role(db: Db): Promise<Finding> {
  const { rows } = await sql<{ name: string; above: boolean; owns: boolean }>`
    select current_user as name, r.rolsuper or r.rolbypassrls as above,
      exists (select from pg_class c where c.relowner = r.oid) as owns
    from pg_roles r where r.rolname = current_user`.execute(db.kysely);
  const who = rows[0];
  if (who && !who.above && !who.owns) return ok('role', `Requests run as ${who.name}, behind row-level security.`);
  return fail(
    'role',
    `${who?.name ?? 'The run-time role'} is a superuser, bypasses row-level security or owns tables.`,
    'Take that away from it: alter role … nosuperuser nobypassrls, and reassign what it owns.',
  );
}

async function keys(db: Db, config: Config): Promise<Finding[]> {
  const secrets = createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  const state = await keyCanaryState(db, secrets);
  if (state === 'foreign')
    return [
      fail(
        'SECRET_KEY',
        'It is not the key that the secrets of this database are sealed with: the service will not start.',
        'Set that key, as SECRET_KEY or as SECRET_KEY_PREVIOUS.',
      ),
    ];
  const others = Object.entries(await countByKey(db, await everyOrganization(db))).filter(
    ([id]) => id !== secrets.activeKeyId,
  );
  const left = others.reduce((sum, [, count]) => sum + count, 0);
  if (left === 0) return [ok('SECRET_KEY', `Every stored secret is under it (${secrets.activeKeyId}).`)];
  const detail = `${left} stored secrets are under ${others.map(([id]) => id).join(', ')}.`;
  return [warn('SECRET_KEY', detail, 'Run `frontdesk rekey`.')];
}
