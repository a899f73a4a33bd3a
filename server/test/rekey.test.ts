import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { openDesk } from '../src/desk.ts';
import { sealFor } from '../src/channels/integrations/secrets.ts';
import { findIntegration, saveIntegration } from '../src/channels/integrations/integrations.store.ts';
import { openFrom } from '../src/channels/integrations/secrets.ts';
import type { Desk } from '../src/platform/desk.ts';
import { newId } from '../src/platform/process/ids.ts';
import { rekey } from '../src/platform/secrets/rekey.ts';
import { sealedColumns, shortLivedColumns } from '../src/platform/secrets/sealed-columns.ts';
import { createSecrets } from '../src/platform/secrets/secrets.ts';
import { inScope, type OrganizationScope } from '../src/platform/database/transaction.ts';
import { startServer, type TestServer } from './server.ts';

const canary = 'canary-secret-51c8';
const oldKey = Buffer.alloc(32, 7).toString('base64');
const newKey = randomBytes(32).toString('base64');
const [old, next, both] = [createSecrets(oldKey), createSecrets(newKey), createSecrets(newKey, oldKey)];

let server: TestServer;
let organizations: OrganizationScope[];
before(async () => {
  server = await startServer({ environment: { SECRET_KEY: oldKey } });
  organizations = Array.from({ length: 40 }, () => ({ organizationId: newId() }));
  for (const { organizationId: id } of organizations)
    await server.desk.db.owner.query(
      'insert into organization (id, name, slug, created_at) values ($1, $2, $2, now())',
      [id, id],
    );
});
after(() => server.close());
beforeEach(async () => {
  for (const scope of organizations) await saves(holding(old), scope, secretOf(scope));
});

const secretOf = ({ organizationId }: OrganizationScope) => `${canary} ${organizationId}`;
/** A process of the desk with these keys. */
const holding = (secrets: Desk['secrets']): Desk => ({ ...server.desk, secrets });

const saves = (desk: Desk, scope: OrganizationScope, secret: string) =>
  inScope(desk.db, scope, (tx) => {
    const of = { organization_id: scope.organizationId, channel: 'ticketdesk' };
    return saveIntegration(tx, scope, 'ticketdesk', {
      access_token_sealed: sealFor(desk, of, 'access_token_sealed', secret),
      webhook_secret_sealed: sealFor(desk, of, 'webhook_secret_sealed', secret),
    });
  });

async function opens(desk: Desk, scope: OrganizationScope): Promise<(string | null)[]> {
  const row = await inScope(desk.db, scope, (tx) => findIntegration(tx, scope, 'ticketdesk'));
  assert.ok(row);
  return [openFrom(desk, row, 'access_token_sealed'), openFrom(desk, row, 'webhook_secret_sealed')];
}

async function expectAll(desk: Desk): Promise<void> {
  for (const scope of organizations) assert.deepEqual(await opens(desk, scope), [secretOf(scope), secretOf(scope)]);
}

// Add two for the canary and the pepper of the installation.
const all = () => organizations.length * 2 + 2;

test('after a run the new key alone opens everything, and a second run does nothing', async () => {
  await assert.rejects(expectAll(holding(next)), /cannot be opened/);
  const report = await rekey(holding(both), organizations);
  assert.deepEqual(report.byKey, { [next.activeKeyId]: all() });
  assert.equal(report.unreadable, 0);
  await expectAll(holding(next));
  await assert.rejects(expectAll(holding(old)), /cannot be opened/);
  assert.equal((await rekey(holding(both), organizations)).rewrapped, 0);
});

test('a run that is interrupted ten times loses nothing and completes', async () => {
  let done = 0;
  for (let cut = 0; cut < 10; cut++)
    await assert.rejects(
      rekey(holding(both), organizations, {
        batch: 1,
        onBatch: (rewrapped) => {
          if (rewrapped < 6) return;
          done += rewrapped;
          throw new Error('cut off');
        },
      }),
      /cut off/,
    );
  await expectAll(holding(both));
  const last = await rekey(holding(both), organizations);
  assert.ok(done >= 60 && last.rewrapped > 0, 'the cuts were in the middle');
  assert.deepEqual(last.byKey, { [next.activeKeyId]: all() });
  await expectAll(holding(next));
});

test('secrets that the desk saves meanwhile stay, whichever key it has', async () => {
  const saved = new Map(organizations.map((scope) => [scope, secretOf(scope)]));
  let running = true;
  const writer = async (secrets: Desk['secrets'], mine: OrganizationScope[]) => {
    for (let turn = 0; running; turn++) {
      const scope = mine[turn % mine.length]!;
      const secret = `${canary} ${turn}`;
      await saves(holding(secrets), scope, secret);
      saved.set(scope, secret);
    }
  };
  // One process has the new key; the other was not restarted yet.
  const writers = [writer(both, organizations.slice(0, 20)), writer(old, organizations.slice(20))];
  for (let round = 0; round < 3; round++) await rekey(holding(both), organizations, { batch: 2 });
  running = false;
  await Promise.all(writers);
  const report = await rekey(holding(both), organizations);
  assert.deepEqual(report.byKey, { [next.activeKeyId]: all() });
  for (const [scope, secret] of saved) assert.deepEqual(await opens(holding(next), scope), [secret, secret]);
});

test('values that no key opens are counted and kept, and emptied only at the operator’s request', async () => {
  const [lost] = organizations;
  assert.ok(lost);
  await saves(holding(createSecrets(randomBytes(32).toString('base64'))), lost, 'gone');
  const report = await rekey(holding(both), organizations);
  assert.equal(report.unreadable, 2);
  assert.deepEqual(Object.keys(report.byKey).length, 2);
  const forgetting = await rekey(holding(both), organizations, { forget: 'unreadable' });
  assert.equal(forgetting.unreadable, 2);
  assert.deepEqual(forgetting.byKey, { [next.activeKeyId]: all() - 2 });
  assert.deepEqual(await opens(holding(next), lost), [null, null]);
});

test('a process without the keys refuses to start, and explains what to do', async () => {
  const config = { ...server.desk.config, ROLE: 'api' as const };
  const wrong = randomBytes(32).toString('base64');
  await rekey(holding(both), organizations);
  await assert.rejects(openDesk({ ...config, SECRET_KEY: wrong }, server.desk.db), (error: Error) => {
    assert.match(error.message, new RegExp(`SECRET_KEY is .{8}, and .* sealed with ${next.activeKeyId}`));
    assert.ok(!error.message.includes(wrong) && !error.message.includes(newKey));
    return true;
  });
  await assert.rejects(openDesk({ ...config, SECRET_KEY: wrong, SECRET_KEY_PREVIOUS: oldKey }, server.desk.db));
});

test('the sealed columns of the schema, and no others, are declared', async () => {
  const { rows } = await server.desk.db.owner.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_sealed' order by 1`,
  );
  const lasting = sealedColumns().flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  const declared = [...lasting, ...shortLivedColumns()];
  assert.deepEqual(declared.sort(), rows.map((each) => String(each['name'])).sort());
});

test('a dump of the database contains no secret', async (context) => {
  const tables = await server.desk.db.owner.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  let rowsSeen = 0;
  for (const { name } of tables.rows) {
    const { rows } = await server.desk.db.owner.query(`select t::text as row from ${String(name)} t`);
    rowsSeen += rows.length;
    assert.ok(!rows.some((each) => String(each['row']).includes(canary)), String(name));
  }
  assert.ok(rowsSeen > organizations.length * 2);
  const dump = pgDump(server.databaseUrl);
  if (dump === null) return context.diagnostic('no pg_dump for this engine');
  assert.ok(dump.includes('access_token_sealed') && dump.includes('v1.'), 'it is a whole dump');
  assert.ok(!dump.includes(canary));
});

/** Null on the embedded engine, or if no pg_dump of the server's version is installed. */
function pgDump(url: string): string | null {
  const root = `${process.env['HOME']}/.cache/frontdesk/pg17/root`;
  const program = '/usr/lib/postgresql/17/bin/pg_dump';
  if (!url || !existsSync(root + program)) return null;
  const { status, stdout, stderr } = spawnSync('chroot', [root, program, url], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  return stdout;
}
