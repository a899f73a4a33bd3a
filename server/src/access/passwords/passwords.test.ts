import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash, verify } from '@node-rs/argon2';
import { createApp } from '../../app.ts';
import { replaceKeyCanary } from '../../platform/secrets/key-canary.ts';
import { openPepper } from '../../platform/secrets/pepper.ts';
import { rekey } from '../../platform/secrets/rekey.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { addressOf, createWorld, password, tokenIn, type World } from '../../../test/world.ts';
import { issueResetLink } from '../index.ts';

const oldKey = Buffer.alloc(32, 7).toString('base64');
const newKey = Buffer.alloc(32, 8).toString('base64');

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer({ environment: { SECRET_KEY: oldKey } });
  world = await createWorld(server);
});
after(() => server.close());

async function signsIn(name: string, given = password, { app } = server): Promise<number> {
  const payload = { email: addressOf(name), password: given };
  return (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
}

async function stored(userId: string): Promise<{ hash: string; changed_at: Date }> {
  const text = 'select hash, changed_at from user_password where user_id = $1';
  return (await server.desk.db.owner.query(text, [userId])).rows[0] as { hash: string; changed_at: Date };
}

/** Starts another process of the desk on this database, with the pepper stored there. */
async function restarted(secrets = server.desk.secrets) {
  const desk = { ...server.desk, secrets, pepper: await openPepper(server.desk.db, secrets) };
  const app = await createApp(desk);
  return { ...server, desk, app };
}

test('a stored hash names its scheme, and guesses cannot be verified without the pepper', async () => {
  const { hash: kept } = await stored(world.ada.userId);
  const [, scheme, phc = ''] = /^([\w-]+):(\$argon2id\$.*)$/.exec(kept) ?? [];
  assert.equal(scheme, 'hmac-sha256');
  assert.equal(await verify(phc, server.desk.pepper('password', password).toString('base64')), true);
  assert.equal(await verify(phc, password), false);
  assert.equal(await signsIn('Ada'), 200);
  assert.equal(await signsIn('Ada', `${password}!`), 401);
  assert.equal((await stored(world.ada.userId)).hash, kept, 'it is up to date');
});

test('a hash from before the pepper is replaced at the next sign-in, with the same password', async () => {
  const before = await stored(world.wim.userId);
  const plain = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await server.desk.db.owner.query('update user_password set hash = $1 where user_id = $2', [plain, world.wim.userId]);
  assert.equal(await signsIn('Wim', `${password}!`), 401);
  assert.equal((await stored(world.wim.userId)).hash, plain, 'a wrong password changes nothing');
  assert.equal(await signsIn('Wim'), 200);
  const renewed = await stored(world.wim.userId);
  assert.match(renewed.hash, /^hmac-sha256:\$argon2id\$/);
  assert.deepEqual(renewed.changed_at, before.changed_at);
  await world.wim.gets('/api/auth/me');
  assert.deepEqual([await signsIn('Wim'), await signsIn('Wim', `${password}!`)], [200, 401]);
  assert.equal((await stored(world.wim.userId)).hash, renewed.hash);
});

test('a password is the same in every Unicode composition', async () => {
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'crème brûlée at noon'.normalize(form));
  assert.notEqual(composed, decomposed);
  await world.max.patches('/api/auth/me', { current_password: password, new_password: decomposed });
  assert.deepEqual([await signsIn('Max', composed), await signsIn('Max', decomposed)], [200, 200]);
});

test('if several processes start at the same time, one makes the pepper and all use it', async () => {
  const fresh = await startServer();
  try {
    await fresh.desk.db.owner.query('delete from pepper');
    const peppers = await Promise.all(Array.from({ length: 6 }, () => openPepper(fresh.desk.db, fresh.desk.secrets)));
    const digests = peppers.map((pepper) => pepper('password', 'one').toString('hex'));
    assert.equal(new Set(digests).size, 1);
    assert.notEqual(digests[0], fresh.desk.pepper('password', 'one').toString('hex'), 'it was a new one');
    assert.notEqual(digests[0], peppers[0]?.('known device', 'one').toString('hex'));
  } finally {
    await fresh.close();
  }
});

test('SECRET_KEY is rotated without the passwords; start-up names a key that was dropped too early', async () => {
  const both = createSecrets(newKey, oldKey);
  const next = createSecrets(newKey);
  await assert.rejects(openPepper(server.desk.db, next), (error: Error) => {
    assert.match(error.message, new RegExp(`sealed with ${createSecrets(oldKey).activeKeyId}.*SECRET_KEY_PREVIOUS`));
    return true;
  });
  await rekey({ db: server.desk.db, secrets: both }, []);
  const rotated = await restarted(next);
  assert.deepEqual([await signsIn('Ada', password, rotated), await signsIn('Ada', 'another one', rotated)], [200, 401]);
  await rotated.app.close();
});

// Keep this test last: nobody can sign in afterwards.
test('with a new pepper every password is wrong until it is set again; start-up after a lost key makes a new pepper', async () => {
  const lost = createSecrets(Buffer.alloc(32, 9).toString('base64'));
  await replaceKeyCanary(server.desk.db, lost);
  await rekey({ db: server.desk.db, secrets: lost }, [], { forget: 'unreadable' });
  const other = await restarted(lost);
  assert.equal(await signsIn('Ada'), 200, 'it is the right password for a process with the old pepper');
  assert.equal(await signsIn('Ada', password, other), 401);
  const link = await issueResetLink(other.desk, addressOf('Ada'), { type: 'operator', id: 'frontdesk', name: 'root' });
  const payload = { token: tokenIn(link ?? ''), password: 'walnut ferry timetable' };
  const reset = await other.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload });
  assert.equal(reset.statusCode, 204, reset.body);
  assert.equal(await signsIn('Ada', payload.password, other), 200);
  await other.app.close();
});
