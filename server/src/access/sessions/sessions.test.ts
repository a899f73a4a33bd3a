import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { unscoped } from '../../platform/database/transaction.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { hashPassword } from '../passwords/passwords.ts';

const hour = 3_600_000;
const goodPassword = 'kettle fjord lantern';

let server: TestServer;
before(async () => void (server = await startServer()));
after(() => server.close());

async function post(path: string, payload?: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    headers,
    remoteAddress,
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body ? answer.json() : undefined,
  };
}

const login = (email: string, password = goodPassword, remoteAddress = '127.0.0.1') =>
  post('/api/auth/login', { email, password }, {}, remoteAddress);
const refresh = (refresh_token: string) => post('/api/auth/refresh', { refresh_token });

async function registers(email: string) {
  const answer = await post('/api/auth/register', { email, password: goodPassword });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function me(token: string) {
  const answer = await server.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, body: answer.json() };
}

describe('signing in', () => {
  test('with the right password returns a session', async () => {
    const { user } = await registers('ada@birch.example');
    const answer = await login('ADA@birch.example');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.user, user);
    assert.equal((await me(answer.body.access_token)).status, 200);
  });

  test('answers a wrong password and an unknown address alike', async () => {
    const texts = [];
    for (const email of ['ada@birch.example', 'nobody@birch.example', 'not an address']) {
      const { status, headers, text } = await login(email, 'a wrong password');
      assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer']);
      texts.push(text.replace(/"request_id":"[^"]+"/, ''));
    }
    assert.match(texts[0] ?? '', /credentials_invalid/);
    assert.equal(new Set(texts).size, 1);
  });

  test('is refused after ten failures for an address, known or not, until the oldest is fifteen minutes old', async () => {
    await registers('bo@birch.example');
    for (const email of ['bo@birch.example', 'unknown@birch.example']) {
      for (let count = 0; count < 10; count += 1) assert.equal((await login(email, 'a wrong password')).status, 401);
      const refused = await login(email);
      assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
      const wait = Number(refused.headers['retry-after']);
      assert.ok(wait > 0 && wait <= 900, `${wait} s`);
    }
    server.pass(900_000);
    assert.equal((await login('bo@birch.example')).status, 200);
  });

  test('ten attempts at the same time are counted like ten in a row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => login('crowd@birch.example', 'a wrong password')),
    );
    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted((a, b) => a - b),
      [...Array(10).fill(401), ...Array(4).fill(429)],
    );
  });

  test('failures before a success are forgotten', async () => {
    await registers('cy@birch.example');
    for (const round of [1, 2]) {
      for (let count = 0; count < 9; count += 1)
        assert.equal((await login('cy@birch.example', `wrong ${round}`)).status, 401);
      assert.equal((await login('cy@birch.example')).status, 200);
    }
  });

  test('is refused after fifty failures from one network, for any addresses', async () => {
    await registers('di@birch.example');
    const far = (count: number) => `2001:db8:7:7::${count.toString(16)}`;
    for (let count = 1; count <= 50; count += 1)
      await login(`guess${count}@birch.example`, 'a wrong password', far(count));
    assert.equal((await login('di@birch.example', goodPassword, far(99))).status, 429);
    assert.equal((await login('di@birch.example', goodPassword, '2001:db8:7:8::1')).status, 200);
  });
});

test(
  'a password that changes while it is being verified opens no session',
  // The embedded engine has one connection, so nothing can happen in between.
  { skip: process.env['TEST_ENGINE'] !== 'postgres' },
  async () => {
    const { user } = await registers('amy@birch.example');
    const late = await unscoped(server.desk.db, async (tx) => {
      const { id } = user;
      await tx.selectFrom('user_password').select('hash').where('user_id', '=', id).forUpdate().execute();
      const attempt = login('amy@birch.example');
      await eventually(async () => {
        const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
          where not granted and locktype = 'transactionid' and datname = current_database()`.execute(tx);
        assert.equal(rows.length, 1, 'the attempt has verified the old password and waits for the row');
      });
      const changed = {
        hash: await hashPassword(server.desk, 'an entirely different one'),
        changed_at: new Date(),
      };
      await tx.updateTable('user_password').set(changed).where('user_id', '=', id).execute();
      return [attempt];
    });
    assert.equal((await late[0])?.status, 401);
    assert.equal((await login('amy@birch.example', 'an entirely different one')).status, 200);
  },
);

describe('a session', () => {
  test('expires after twelve hours with `token_expired`', async () => {
    const { access_token } = await registers('ed@birch.example');
    server.pass(12 * hour - 1_000);
    assert.equal((await me(access_token)).status, 200);
    server.pass(1_000);
    const answer = await me(access_token);
    assert.deepEqual([answer.status, answer.body.code], [401, 'token_expired']);
  });

  test('ends at once at logout, with its refresh token; other sessions stay', async () => {
    const { access_token: first, refresh_token } = await registers('flo@birch.example');
    const { access_token: second } = (await login('flo@birch.example')).body;
    const answer = await post('/api/auth/logout', undefined, { authorization: `Bearer ${first}` });
    assert.equal(answer.status, 204);
    assert.match(String(answer.headers['set-cookie']), /^fd_refresh=; .*Max-Age=0/);
    assert.equal((await me(first)).body.code, 'token_invalid');
    assert.equal((await refresh(refresh_token)).body.code, 'token_invalid');
    assert.equal((await me(second)).status, 200);
  });
});

describe('a refresh token', () => {
  test('is traded for a new session reply, and rotates', async () => {
    const first = await registers('gil@birch.example');
    const second = await refresh(first.refresh_token);
    assert.equal(second.status, 200);
    assert.notEqual(second.body.refresh_token, first.refresh_token);
    assert.deepEqual(second.body.user, first.user);
    assert.equal((await me(second.body.access_token)).status, 200);
    assert.equal((await refresh(second.body.refresh_token)).status, 200);
  });

  test('ends the whole family when it is used again', async () => {
    const first = await registers('hal@birch.example');
    const second = (await refresh(first.refresh_token)).body;
    const other = (await login('hal@birch.example')).body;
    assert.deepEqual(
      [(await refresh(first.refresh_token)).status, (await refresh(second.refresh_token)).status],
      [401, 401],
    );
    assert.equal((await me(second.access_token)).body.code, 'token_invalid');
    assert.equal((await me(other.access_token)).status, 200);
  });

  test('used twice at the same time succeeds once and then ends the family', async () => {
    const { refresh_token } = await registers('ike@birch.example');
    const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token)]);
    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted((a, b) => a - b),
      [200, 401],
    );
    const winner = answers.find((answer) => answer.status === 200);
    assert.equal((await me(winner?.body.access_token)).status, 401);
  });

  test('used fifty times at the same time succeeds once, makes one family, and ends it', async () => {
    const { refresh_token, user } = await registers('lou@birch.example');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)));
    const winners = answers.filter((answer) => answer.status === 200);
    assert.deepEqual([winners.length, answers.filter((answer) => answer.status === 401).length], [1, 49]);
    const { rows } = await server.desk.db.owner.query(
      'select count(*)::int as families, count(revoked_at)::int as ended from session where user_id = $1',
      [user.id],
    );
    assert.deepEqual(rows, [{ families: 1, ended: 1 }]);
    assert.equal((await refresh(winners[0]?.body.refresh_token)).status, 401);
  });

  test('works from the cookie, without a body', async () => {
    const answer = await login('ada@birch.example');
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const renewed = await post('/api/auth/refresh', undefined, { cookie });
    assert.equal(renewed.status, 200);
    assert.match(String(renewed.headers['set-cookie']), /^fd_refresh=fr_test_.*HttpOnly; SameSite=Strict$/);
  });

  test('from the cookie may be repeated with its key until another renewal follows; then it ends the family', async () => {
    const answer = await login('ada@birch.example');
    const cookieOf = (reply: { headers: Record<string, unknown> }) =>
      String(reply.headers['set-cookie']).split(';')[0] ?? '';
    const renew = (cookie: string, key: string) =>
      post('/api/auth/refresh', undefined, { cookie, 'idempotency-key': key });
    const left = await renew(cookieOf(answer), 'one page');
    const again = await renew(cookieOf(answer), 'one page');
    assert.deepEqual([left.status, again.status], [200, 200]);
    // The cookie is valid, no matter which reply the browser stored last.
    assert.equal((await renew(cookieOf(left), 'the next page')).status, 200);
    const late = await renew(cookieOf(answer), 'one page');
    assert.deepEqual([late.status, late.body.code], [401, 'token_invalid']);
    assert.equal((await me(again.body.access_token)).status, 401);
  });

  test('from the cookie with another key, or from the body with one, ends the family', async () => {
    const first = await login('ada@birch.example');
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const key = { 'idempotency-key': 'mine' };
    assert.equal((await post('/api/auth/refresh', undefined, { cookie, ...key })).status, 200);
    const others = await post('/api/auth/refresh', undefined, { cookie, 'idempotency-key': 'a guess' });
    assert.equal(others.status, 401);
    const { refresh_token } = (await login('ada@birch.example')).body;
    const inBody = () => post('/api/auth/refresh', { refresh_token }, key);
    assert.deepEqual([(await inBody()).status, (await inBody()).status], [200, 401]);
  });

  test('of an access token, another environment, or nothing is 401; a wrong shape is 422', async () => {
    const { access_token, refresh_token } = await registers('jo@birch.example');
    assert.equal((await refresh(access_token)).body.code, 'token_invalid');
    assert.equal((await refresh(refresh_token.replace('_test_', '_prod_'))).body.code, 'token_invalid');
    assert.equal((await post('/api/auth/refresh')).body.code, 'token_missing');
    const extra = await post('/api/auth/refresh', { refresh_token, scope: 'all' });
    assert.deepEqual([extra.status, extra.body.errors[0].path], [422, '/scope']);
  });

  test('lasts thirty days from the sign-in, however often it is renewed', async () => {
    let { refresh_token } = await registers('kim@birch.example');
    server.pass(29 * 24 * hour);
    const late = await refresh(refresh_token);
    assert.deepEqual([late.status, late.body.expires_in], [200, 43_200]);
    refresh_token = late.body.refresh_token;
    server.pass(24 * hour);
    assert.equal((await refresh(refresh_token)).body.code, 'token_expired');
  });
});

test('the sweep deletes old attempts, old access tokens and long-ended sessions, and nothing else', async () => {
  const day = 24 * hour;
  await registers('max@birch.example');
  await login('max@birch.example', 'a wrong password');
  const counts = async () =>
    (
      await server.desk.db.owner.query(`select (select count(*)::int from login_attempt) as attempts,
        (select count(*)::int from session_token where kind = 'access') as access,
        (select count(*)::int from session_token where kind = 'refresh') as refresh, (select count(*)::int from session) as sessions`)
    ).rows[0] as Record<'attempts' | 'access' | 'refresh' | 'sessions', number>;
  const newest = await registers('ned@birch.example');
  await server.sweep();
  const before = await counts();
  assert.ok(before.attempts > 0 && before.access > 0);
  server.pass(13 * hour);
  await server.sweep();
  assert.equal((await me(newest.access_token)).body.code, 'token_expired', 'known a day longer');
  assert.deepEqual([(await counts()).attempts, (await counts()).refresh], [0, before.refresh]);
  server.pass(day);
  await server.sweep();
  assert.equal((await me(newest.access_token)).body.code, 'token_invalid');
  assert.equal((await refresh(newest.refresh_token)).status, 200);
  server.pass(121 * day);
  await server.sweep();
  assert.deepEqual(await counts(), { attempts: 0, access: 0, refresh: 0, sessions: 0 });
});
