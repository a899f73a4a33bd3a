import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startDns, type DnsZone } from '../providers/dns.ts';
import { startMailSink, type MailSink } from '../providers/mail/mail.ts';
import { freePort, killAll, startDesk } from '../promises/process.ts';
import { engine } from '../promises/chance.ts';
import { openHome, type Home } from '../promises/home.ts';
import { frontdesk, spawnFrontdesk } from './tool.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [string, string];
let home: Home;
let sink: MailSink;
let dns: DnsZone;
before(async () => {
  [home, sink, dns] = await Promise.all([openHome(), startMailSink(), startDns({})]);
  dns.set('in.birch.test', { MX: [{ exchange: 'mx.birch.test', priority: 10 }] });
});
after(async () => {
  await killAll();
  await Promise.all([sink.close(), dns.close()]);
  await home.remove();
});

const well = () => ({
  ...home.environment,
  SECRET_KEY: oldKey,
  PUBLIC_URL: 'https://desk.birch.test',
  SMTP_URL: sink.url,
  DNS_SERVERS: dns.server,
  EMAIL_INBOUND_DOMAIN: 'in.birch.test',
});
const run = (args: string[], changes: Record<string, string> = {}, input?: string) =>
  frontdesk(args, { ...well(), ...changes }, input);
async function diagnosis(changes: Record<string, string> = {}) {
  const ran = await run(['doctor', '--json'], changes);
  const { ok, findings } = JSON.parse(ran.out) as { ok: boolean; findings: any[] };
  assert.equal(ran.code, ok ? 0 : 1);
  const troubles = findings.filter(({ state }) => state !== 'ok');
  assert.ok(troubles.every(({ remedy }) => remedy));
  return {
    ok,
    checks: findings.map(({ check }) => check),
    troubles: troubles.map(({ check, state }) => `${state} ${check}`),
  };
}

test('the doctor finds no fault in a well configured installation', async () => {
  const { ok, checks, troubles } = await diagnosis();
  // The test server runs without fsync, for speed.
  assert.deepEqual(
    troubles.filter((each) => each !== 'warn durability'),
    [],
  );
  assert.ok(ok);
  for (const check of [
    'database',
    'schema',
    'role',
    'SECRET_KEY',
    'stored files',
    'queue',
    'stuck work',
    'outbound mail',
    'name servers',
  ])
    assert.ok(checks.includes(check), check);
});

const awayStorage = {
  BLOB_STORE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
};

const changes: [what: string, changes: Record<string, string>, trouble: string][] = [
  ['a variable that is not valid', { PORT: 'many' }, 'fail configuration'],
  ['a key that is none', { SECRET_KEY: 'mistyped' }, 'fail configuration'],
  ['a former key that is none', { SECRET_KEY_PREVIOUS: 'mistyped' }, 'fail configuration'],
  ['a public address with a path', { PUBLIC_URL: 'https://birch.test/desk' }, 'fail PUBLIC_URL'],
  ['an allow list that cannot be read', { EGRESS_ALLOW: '10.0.0.0/99' }, 'fail EGRESS_ALLOW'],
  ['an allow list without bounds', { EGRESS_ALLOW: '0.0.0.0/0' }, 'warn EGRESS_ALLOW'],
  ['a relay that is not there', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'fail outbound mail'],
  ['no relay', { SMTP_URL: '' }, 'warn outbound mail'],
  ['name servers that are not there', { DNS_SERVERS: '127.0.0.1:9' }, 'fail name servers'],
  ['a domain that receives no mail', { EMAIL_INBOUND_DOMAIN: 'other.test' }, 'warn name servers'],
  ['a language model without its key', { AI_PROVIDER: 'anthropic', AI_CHAT_MODEL: 'm' }, 'fail configuration'],
  [
    'a language model that is not there',
    { AI_PROVIDER: 'openai_compatible', AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_CHAT_MODEL: 'm' },
    'fail language model',
  ],
  ['an object storage that is not there', awayStorage, 'fail stored files'],
  ['a database that is not there', { DATABASE_URL: 'postgres://u@127.0.0.1:9/x' }, 'fail database'],
];
for (const [what, variables, trouble] of changes)
  test(`the doctor finds ${what}`, async () => {
    const { ok, troubles } = await diagnosis(variables);
    assert.ok(troubles.includes(trouble), troubles.join());
    assert.equal(ok, trouble.startsWith('warn'));
  });

test('the doctor finds a relay that goes on speaking without an answer', async (t) => {
  const relay = createServer((socket) => {
    // The client only half-closes its end.
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write('220 relay.test\r\n');
    socket.on('data', () => {
      // Each line of this reply announces another one.
      const speaking = setInterval(() => socket.write('250-and\r\n'), 100);
      socket.once('close', () => clearInterval(speaking));
    });
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  t.after(() => relay.close());
  const { port } = relay.address() as AddressInfo;
  const environment = { ...well(), SMTP_URL: `smtp://127.0.0.1:${port}` };
  // In a process of its own: it must end as well.
  const { code, out } = await spawnFrontdesk({ args: ['doctor'], environment, input: '' });
  assert.equal(code, 1);
  assert.match(out, /The relay cannot be used \(ETIMEDOUT\)/);
});

test(
  'with a login that owns nothing, the doctor and other commands say that they need the owner',
  { skip: engine === 'pglite' && 'the embedded database has no logins' },
  async () => {
    const login = `desk_doctor_${process.pid}`;
    await home.look((query) => query(`create role ${login} login password 'word' in role desk_app`));
    try {
      const url = new URL(home.databaseUrl);
      url.username = login;
      url.password = 'word';
      const { checks, troubles } = await diagnosis({ DATABASE_URL: url.href });
      assert.ok(checks.includes('schema'));
      assert.ok(troubles.includes('fail login') && !troubles.includes('fail database'), troubles.join());
      const { code, err } = await run(['audit', 'verify'], { DATABASE_URL: url.href });
      assert.equal(code, 1);
      assert.match(err, /needs the login that owns the database/);
    } finally {
      await home.look((query) => query(`drop role ${login}`));
    }
  },
);

test('the doctor finds a key file that others can read, and describes it in words', async () => {
  const file = join(home.dataDir, 'secret.key');
  writeFileSync(file, 'x');
  chmodSync(file, 0o644);
  const { code, out } = await run(['doctor']);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`FAIL {2}key files: Others can read ${file}\\.\n +→ chmod 600 ${file}`));
  chmodSync(file, 0o600);
});

test('rekey rotates a key, and reports when the old one may be dropped', async () => {
  const founded = await run(['create-organization', 'Birch', '--admin', 'ada@example.test']);
  assert.equal(founded.code, 0, founded.err);
  const wrong = await run(['audit', 'verify'], { SECRET_KEY: newKey });
  assert.deepEqual([wrong.code, wrong.out], [1, '']);
  assert.match(wrong.err, /SECRET_KEY is .{8}, and the secrets of this database are sealed with/);
  assert.deepEqual((await diagnosis({ SECRET_KEY: newKey })).troubles.includes('fail SECRET_KEY'), true);

  const desk = startDesk({ environment: { ...well(), SECRET_KEY: newKey }, port: await freePort() });
  const { code, stderr } = await desk.ended;
  assert.equal(code, 1);
  assert.match(stderr, /^Frontdesk cannot start: SECRET_KEY is .{8}, and the secrets of this database are sealed with/);

  const alone = await run(['rekey', '--json'], { SECRET_KEY: newKey });
  assert.equal(alone.code, 1);
  assert.equal(JSON.parse(alone.out).done, false);
  assert.match(alone.err, /Keep SECRET_KEY_PREVIOUS/);

  const rotating = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey };
  assert.ok((await diagnosis(rotating)).troubles.includes('warn SECRET_KEY'));
  const rotated = await run(['rekey', '--json'], rotating);
  assert.equal(rotated.code, 0, rotated.err);
  const { done, active_key, by_key, rewrapped } = JSON.parse(rotated.out);
  assert.deepEqual([done, Object.keys(by_key), rewrapped], [true, [active_key], 2]);
  assert.match(rotated.err, /SECRET_KEY_PREVIOUS may be dropped/);
  assert.equal((await run(['audit', 'verify'], { SECRET_KEY: newKey })).code, 0);
});

test('a lost key can be given up, and the service starts again', async () => {
  const lost = { SECRET_KEY: oldKey };
  assert.equal((await run(['audit', 'verify'], lost)).code, 1);
  const forgotten = await run(['rekey', '--forget-lost'], lost);
  assert.equal(forgotten.code, 0, forgotten.err);
  assert.equal((await run(['audit', 'verify'], lost)).code, 0);
});

test('the audit log is verified and exported; a changed entry and a cut end are detected', async () => {
  const verified = await run(['audit', 'verify', '--json']);
  const [birch] = JSON.parse(verified.out);
  assert.deepEqual([verified.code, birch.slug, birch.entries, birch.broken], [0, 'birch', 1, null]);
  const csv = await run(['audit', 'export', '--organization', 'birch', '--format', 'csv']);
  assert.match(csv.out, /^sequence,at,.*\r\n1,.*,organization\.created,.*\r\n2,.*,audit_log\.exported,/);
  const lines = (await run(['audit', 'export', '--organization', 'birch'])).out.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).sequence),
    [1, 2, 3],
  );
  const heads = (await run(['audit', 'verify', '--json'])).out;
  assert.equal((await run(['audit', 'verify', '--heads'], {}, heads)).code, 0);
  await home.look((query) => query('delete from audit_event where sequence = 3'));
  assert.equal((await run(['audit', 'verify'])).code, 0, 'what is left holds');
  const cut = await run(['audit', 'verify', '--heads'], {}, heads);
  assert.deepEqual([cut.code, cut.out], [1, 'BROKEN birch: cut at entry 3 of 2\n']);
  await home.look((query) => query(`update audit_event set action = 'tag.created' where sequence = 1`));
  const altered = await run(['audit', 'verify']);
  assert.deepEqual([altered.code, altered.out], [1, 'BROKEN birch: altered at entry 1 of 2\n']);
  const nonsense = await run(['audit', 'verify', '--heads'], {}, 'nonsense');
  assert.equal(nonsense.code, 1);
});

test('without a desk, the tool explains how to create one', async () => {
  const nothing = { DATABASE_URL: '', DATA_DIR: join(home.dataDir, 'elsewhere') };
  const early = await run(['mail', 'list'], nothing);
  assert.deepEqual([early.code, early.out], [1, '']);
  assert.match(early.err, /The database is empty\. .*`frontdesk migrate`/);
  assert.equal((await run(['migrate'], nothing)).code, 0);
  assert.equal((await run(['mail', 'list'], nothing)).out, 'No mail is waiting.\n');
});

// The embedded database belongs to one owner: its schema cannot be dropped from outside.
const skip = engine !== 'postgres';
test('only migrate brings an empty database up to date', { skip }, async () => {
  await home.look(async (query) => {
    await query('drop schema public cascade; create schema public; drop schema pgboss cascade');
  });
  const early = await run(['mail', 'list']);
  assert.deepEqual([early.code, early.out], [1, '']);
  assert.match(early.err, /lacks \d+ migrations/);
  const { checks, troubles } = await diagnosis();
  assert.ok(troubles.includes('fail schema'));
  // The first migration creates the role of requests on a new server: nothing may be asked as that role before.
  assert.ok(!checks.includes('clock'), checks.join());
  const migrated = await run(['migrate']);
  assert.equal(migrated.code, 0, migrated.err);
  assert.match(migrated.out, /^0001_platform\.sql\n/);
  assert.equal((await run(['migrate'])).out, 'The database is up to date.\n');
  assert.equal((await run(['mail', 'list'])).out, 'No mail is waiting.\n');
});

test('the operator at the machine can read the installation’s secret for inbound mail', async () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const ran = await run(['mail', 'secret'], { EMAIL_INBOUND_SECRET: secret });
  assert.deepEqual([ran.code, ran.out], [0, `${secret}\n`]);
});

test('dead letters are listed, and retrying an unknown one is refused', async () => {
  const ran = await run(['dead', 'list', '--json']);
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(JSON.parse(ran.out), []);
  const { code, err } = await run(['dead', 'retry', '00000000-0000-8000-8000-000000000001']);
  assert.equal(code, 1);
  assert.match(err, /no such mail.*--organization/);
});
