import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openFrom, sealFor } from '../../src/channels/integrations/secrets.ts';
import { findIntegration, saveIntegration } from '../../src/channels/integrations/integrations.store.ts';
import { newId } from '../../src/platform/process/ids.ts';
import { openPepper } from '../../src/platform/secrets/pepper.ts';
import { createSecrets, type Secrets } from '../../src/platform/secrets/secrets.ts';
import { inScope, type OrganizationScope } from '../../src/platform/database/transaction.ts';
import { repository } from '../architecture/tree.ts';
import { chance, engine, times } from '../promises/chance.ts';
import { startServer, type TestServer } from '../server.ts';
import { frontdesk } from './tool.ts';

const skip = engine !== 'postgres' && 'the embedded database serves one process';
const kills = times('REKEY_KILLS', 4, 10);
const mails = 600 * kills + 1_000;
const luck = chance();

const oldKey = Buffer.alloc(32, 7).toString('base64');
const newKey = randomBytes(32).toString('base64');
const [old, next, both] = [createSecrets(oldKey), createSecrets(newKey), createSecrets(newKey, oldKey)];

let server: TestServer;
let environment: Record<string, string>;
before(async () => {
  if (skip) return;
  server = await startServer({ environment: { SECRET_KEY: oldKey } });
  const { NODE_ENV, DATA_DIR } = server.desk.config;
  const keys = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey };
  environment = { DATABASE_URL: server.databaseUrl, NODE_ENV, DATA_DIR, ...keys };
});
after(() => server?.close());

const rowsOf = async (text: string, values: unknown[] = []) => (await server.desk.db.owner.query(text, values)).rows;

/** Stores many sealed mails. */
async function storeMails(): Promise<void> {
  const ids = Array.from({ length: mails }, newId);
  const sealed = ids.map((id) => old.seal(`mail ${id}`, mailPlace(id)));
  await rowsOf(
    `insert into account_mail (id, kind, state, recipient, content_sealed, created_at, expires_at)
     select id, 'invitation', 'kept', 'a@birch.test', sealed, now(), now() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) as each (id, sealed)`,
    [ids, sealed],
  );
}
const mailPlace = (row: string) => ({ table: 'account_mail', row, organizationId: '', field: 'content_sealed' });

async function foundOrganizations(): Promise<OrganizationScope[]> {
  const organizations = Array.from({ length: 40 }, () => ({ organizationId: newId() }));
  for (const { organizationId: id } of organizations)
    await rowsOf('insert into organization (id, name, slug, created_at) values ($1, $2, $2, now())', [id, id]);
  return organizations;
}

/** A process of the desk with these keys. */
const holding = (secrets: Secrets) => ({ ...server.desk, secrets });

const saves = (secrets: Secrets, scope: OrganizationScope, secret: string) =>
  inScope(server.desk.db, scope, (tx) => {
    const of = { organization_id: scope.organizationId, channel: 'ticketdesk' };
    return saveIntegration(tx, scope, 'ticketdesk', {
      access_token_sealed: sealFor(holding(secrets), of, 'access_token_sealed', secret),
    });
  });

async function done(): Promise<number> {
  const [row] = await rowsOf(
    `select count(*)::int as done from account_mail where split_part(content_sealed, '.', 2) = $1`,
    [next.activeKeyId],
  );
  return Number(row?.['done']);
}

/** Runs the tool, and ends it with kill -9 a moment after `target` secrets are re-wrapped. */
async function killAt(target: number): Promise<void> {
  const child = spawn(join(repository, 'bin/frontdesk'), ['rekey'], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: 'ignore',
    cwd: '/',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && (await done()) < target) await pause(5);
  await pause(luck.between(0, 40));
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL'], `it was at work (PROMISES_SEED=${luck.seed})`);
}

/** Runs a desk meanwhile, in a process with both keys: it overwrites old secrets with new ones. */
function desk(organizations: OrganizationScope[], saved: Map<OrganizationScope, string>) {
  let running = true;
  const work = async () => {
    for (let turn = 0; running; turn++) {
      const scope = luck.pick(organizations);
      const secret = `secret ${turn}`;
      await saves(both, scope, secret);
      saved.set(scope, secret);
      await pause(2);
    }
  };
  const working = work();
  return async () => {
    running = false;
    await working;
  };
}

test('rekey loses nothing if it is killed repeatedly while the desk works', { skip }, async () => {
  await storeMails();
  const organizations = await foundOrganizations();
  const saved = new Map(organizations.map((scope) => [scope, `first of ${scope.organizationId}`]));
  for (const [scope, secret] of saved) await saves(old, scope, secret);
  const rest = desk(organizations.slice(0, 20), saved);
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = await done();
      await killAt(before + luck.between(1, 400));
      const after = await done();
      assert.ok(before < after && after < mails, `killed in the middle: ${before}, ${after} of ${mails}`);
    }
  } finally {
    await rest();
  }
  const { code, out, err } = await frontdesk(['rekey', '--json'], environment);
  assert.equal(code, 0, err);
  const report = JSON.parse(out);
  assert.ok(report.rewrapped > 0, 'there was something left');
  // Add two for the canary and the pepper.
  const everything = { [next.activeKeyId]: mails + organizations.length + 2 };
  assert.deepEqual([report.unreadable, report.by_key], [0, everything]);
  await expectAll(saved);
});

async function expectAll(saved: Map<OrganizationScope, string>): Promise<void> {
  const kept = await rowsOf('select id, content_sealed as sealed from account_mail');
  assert.equal(kept.length, mails);
  for (const { id, sealed } of kept)
    assert.equal(next.open(String(sealed), mailPlace(String(id))), `mail ${String(id)}`);
  for (const [scope, secret] of saved) {
    const row = await inScope(server.desk.db, scope, (tx) => findIntegration(tx, scope, 'ticketdesk'));
    assert.equal(row && openFrom(holding(next), row, 'access_token_sealed'), secret);
  }
  const pepper = await openPepper(server.desk.db, next);
  assert.deepEqual(pepper('password', 'one'), server.desk.pepper('password', 'one'));
}
