import { everyOrganization } from '../../access/index.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  clockDifference,
  databaseFacts,
  runtimeRoleFacts,
  type DatabaseFacts,
} from '../../platform/database/database-facts.ts';
import type { Db } from '../../platform/database/database.ts';
import { keyCanaryState } from '../../platform/secrets/key-canary.ts';
import { newerDatabase, pendingMigrations } from '../../platform/database/migrate.ts';
import { countByKey } from '../../platform/secrets/rekey.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { fail, ok, warn, type CheckResult } from './finding.logic.ts';

/** Checks version, extension, durability and schema. Changes nothing. */
export async function findingsOfStore(db: Db): Promise<CheckResult[]> {
  const facts = await databaseFacts(db);
  return [version(facts), durability(facts, db.engine), await schema(db)];
}

function clock(difference: number): CheckResult {
  const seconds = Math.round(Math.abs(difference));
  if (seconds < 5) return ok('clock', 'It is that of the database.');
  return warn(
    'clock',
    `It is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} the database's; signatures are refused from 300 on.`,
    'Set both clocks, as by NTP.',
  );
}

function version({ number, version: text, vector, vectorInstalled }: DatabaseFacts): CheckResult {
  if (number < 150_000) return fail('database', `PostgreSQL ${text} is too old.`, 'Use 15 or later.');
  if (!vectorInstalled)
    return fail(
      'database',
      'The extension pgvector is not installed.',
      'Install it, or use the image of compose.yaml.',
    );
  return ok('database', `PostgreSQL ${text}, pgvector ${vector ?? 'not created yet'}.`);
}

function durability({ fsync }: DatabaseFacts, engine: Db['engine']): CheckResult {
  if (engine === 'pglite') return ok('durability', 'The embedded database may lose data in a power cut.');
  if (fsync) return ok('durability', 'Commits are written to disk.');
  return warn('durability', 'fsync is off: a crash of the machine loses or breaks data.', 'Switch fsync on.');
}

async function schema(db: Db): Promise<CheckResult> {
  const newer = await newerDatabase(db);
  if (newer) return fail('schema', newer.detail, newer.remedy);
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return ok('schema', 'Up to date.');
  return fail('schema', `${pending.length} migrations are missing.`, 'Start the service, or run `frontdesk migrate`.');
}

/** Only for a schema that is up to date. */
export async function findingsOfContent(db: Db, config: Config): Promise<CheckResult[]> {
  return [await role(db), clock(await clockDifference(db)), ...(await keys(db, config))];
}

async function role(db: Db): Promise<CheckResult> {
  const { name, above, owns } = await runtimeRoleFacts(db);
  if (!above && !owns) return ok('role', `Requests run as ${name}, behind row-level security.`);
  return fail(
    'role',
    `${name} is a superuser, bypasses row-level security or owns tables.`,
    'Remove these rights: alter role … nosuperuser nobypassrls, and reassign what it owns.',
  );
}

async function keys(db: Db, config: Config): Promise<CheckResult[]> {
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
