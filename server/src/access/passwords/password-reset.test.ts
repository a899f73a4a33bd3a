import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unscoped } from '../../platform/database/transaction.ts';
import type { TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { inWorld, addressOf, password, registers, tokenIn, type Caller, type World } from '../../../test/world.ts';
import { listUnsentMail } from '../account-mail/account-mail.actions.ts';
import { setPassword } from './password-reset.actions.ts';

const path = '/api/auth/password-reset';
const renewed = 'an entirely different one';
const minute = 60_000;

// Without SMTP_URL mail is kept for the operator; the tests read it there.
let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made), { working: 'jobs' });

let networks = 0;
/** Posts from a new network each time, unless `remoteAddress` names one. */
async function post(url: string, payload: object, remoteAddress = `10.0.0.${(networks += 1)}`) {
  const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return {
    status: answer.statusCode,
    text: answer.body,
    headers: answer.headers,
    body: answer.body ? answer.json() : null,
  };
}
const confirm = (token: string, wanted = renewed) => post(`${path}/confirm`, { token, password: wanted });
const login = async (email: string, word: string) => (await post('/api/auth/login', { email, password: word })).status;

const mailTo = async (address: string, kind = 'password_reset') =>
  (await listUnsentMail(server.desk)).filter(
    (mail) => mail.to === address && mail.kind === kind && mail.state === 'kept',
  );

async function asksForLink(email: string, kept = 1): Promise<string> {
  const answer = await post(path, { email });
  assert.deepEqual([answer.status, answer.text], [202, '']);
  const [mail] = await eventually(async () => {
    const found = await mailTo(email);
    assert.equal(found.length, kept);
    return found;
  });
  assert.match(mail!.content!.text, /http:\/\/localhost:3000\/reset\?token=fp_test_/);
  return tokenIn(mail!.content!.text);
}

let people = 0;
const somebody = async (): Promise<[Caller, string]> => {
  const name = `Person${(people += 1)}`;
  return [await registers(server, name, `${name} Ltd`), addressOf(name)];
};

describe('a reset', () => {
  test('sets a new password with the link, ends every session, verifies the address, and notifies the person', async () => {
    const [who, email] = await somebody();
    const token = await asksForLink(email);
    await who.gets('/api/auth/me');
    const answer = await confirm(token);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    await who.gets('/api/auth/me', 401);
    assert.deepEqual([await login(email, password), await login(email, renewed)], [401, 200]);
    const session = (await post('/api/auth/login', { email, password: renewed })).body;
    assert.equal(session.user.email_verified, true);
    const [notice] = await eventually(async () => {
      const found = await mailTo(email, 'password_changed');
      assert.equal(found.length, 1);
      return found;
    });
    assert.match(notice!.content!.subject, /password was changed/);
    assert.doesNotMatch(notice!.content!.text, /token=/);
  });

  test('works once', async () => {
    const [, email] = await somebody();
    const token = await asksForLink(email);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    assert.deepEqual(new Set(answers.map(({ status, body }) => body?.code ?? status)), new Set([204, 'token_invalid']));
    const again = await confirm(token);
    assert.deepEqual([again.status, again.body.code, again.body.errors[0].path], [422, 'token_invalid', '/token']);
  });

  test('works only with the newest link, for thirty minutes', async () => {
    const [, email] = await somebody();
    const first = await asksForLink(email);
    const second = await asksForLink(email, 2);
    assert.equal((await confirm(first)).body.code, 'token_invalid');
    server.pass(30 * minute);
    assert.equal((await confirm(second)).body.code, 'token_invalid');
    server.pass(-30 * minute);
    assert.equal((await confirm(second)).status, 204);
  });

  test('is cancelled by any other change of the password', async () => {
    const [who, email] = await somebody();
    const token = await asksForLink(email);
    await who.patches('/api/auth/me', { current_password: password, new_password: renewed });
    assert.equal((await confirm(token, 'and yet another one 5')).body.code, 'token_invalid');
    assert.equal(await login(email, renewed), 200);
  });

  test('refuses a weak password and keeps the link valid', async () => {
    const [, email] = await somebody();
    const token = await asksForLink(email);
    for (const weak of ['short', 'Password123!', email.split('@')[0]!]) {
      const answer = await confirm(token, weak);
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.errors[0].path],
        [422, 'password_too_weak', '/password'],
      );
    }
    assert.equal((await confirm(token)).status, 204);
  });

  test('lets a person sign in at once after too many failed attempts', async () => {
    const [, email] = await somebody();
    for (let count = 0; count < 10; count += 1) assert.equal(await login(email, 'a wrong one'), 401);
    assert.equal(await login(email, password), 429);
    await confirm(await asksForLink(email));
    assert.equal(await login(email, renewed), 200);
  });

  test('sets the first password of a person without one', async () => {
    const [who, email] = await somebody();
    await unscoped(server.desk.db, (tx) => tx.deleteFrom('user_password').where('user_id', '=', who.userId).execute());
    assert.equal(await login(email, password), 401);
    assert.equal((await confirm(await asksForLink(email))).status, 204);
    assert.equal(await login(email, renewed), 200);
  });
});

describe('requesting a link', () => {
  test('gets the same reply for every address; requests without an account are deleted', async () => {
    const [, email] = await somebody();
    const unknown = 'nobody.at.all@example.test';
    const answers = [
      await post(path, { email }),
      await post(path, { email: unknown }),
      await post(path, { email: 'x' }),
    ];
    for (const { status, text } of answers) assert.deepEqual([status, text], [202, '']);
    await eventually(async () => {
      assert.equal((await mailTo(email)).length, 1);
      const { rows } = await server.desk.db.owner.query(`select recipient from account_mail where state = 'asked'`);
      assert.deepEqual(rows, []);
    });
    const { rows } = await server.desk.db.owner.query(`select kind from account_mail where recipient in ($1, 'x')`, [
      unknown,
    ]);
    assert.deepEqual(rows, []);
  });

  test('mails three times an hour to one address, and does not report that later requests send nothing', async () => {
    const [, email] = await somebody();
    for (const kept of [1, 2, 3]) await asksForLink(email, kept);
    assert.equal((await post(path, { email: email.toUpperCase() })).status, 202);
    // A later request has passed through the queue, so the mail of the earlier one would have been sent by now.
    await asksForLink((await somebody())[1]);
    assert.equal((await mailTo(email)).length, 3);
    server.pass(61 * minute);
    await asksForLink(email);
    server.pass(-61 * minute);
  });

  test('is refused after ten requests from one network, for any addresses', async () => {
    const ask = (count: number) => post(path, { email: `guess${count}@example.test` }, '192.0.2.7');
    for (let count = 0; count < 10; count += 1) assert.equal((await ask(count)).status, 202);
    const refused = await ask(11);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.ok(Number(refused.headers['retry-after']) > 3_000);
    assert.equal((await post(path, { email: 'guess@example.test' }, '192.0.2.8')).status, 202);
  });

  test('and using one accept only the documented members', async () => {
    for (const [url, body, field] of [
      [path, {}, '/email'],
      [path, { email: 5 }, '/email'],
      [path, { email: 'a@example.test', token: 'x' }, '/token'],
      [`${path}/confirm`, { token: 'x' }, '/password'],
      [`${path}/confirm`, { password: renewed }, '/token'],
    ] as const)
      assert.equal((await post(url, body)).body.errors[0].path, field);
    for (const token of ['nonsense', world.ada.token, `fp_test_${'a'.repeat(43)}_000000`])
      assert.equal((await confirm(token)).body.code, 'token_invalid');
  });
});

test('the operator at the machine may set a password for a person who gets no mail', async () => {
  const [who, email] = await somebody();
  const by = { actor: { type: 'operator' as const, id: 'frontdesk', name: 'root' }, origin: null };
  assert.equal(await setPassword(server.desk, { email: 'nobody.at.all@example.test', password: renewed }, by), false);
  await assert.rejects(setPassword(server.desk, { email, password: 'short' }, by), { code: 'password_too_weak' });
  assert.equal(await setPassword(server.desk, { email: email.toUpperCase(), password: renewed }, by), true);
  await who.gets('/api/auth/me', 401);
  const { access_token } = (await post('/api/auth/login', { email, password: renewed })).body;
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await server.app.inject({ url: '/api/audit-events?action=user.password_reset', headers });
  assert.deepEqual(answer.json().items[0].actor, by.actor);
});

test('the audit log of the person’s organization records that a link was requested and used', async () => {
  await confirm(await asksForLink(addressOf('Max')));
  const { items } = await world.ada.gets(`/api/audit-events?subject_id=${world.max.userId}`);
  const personal = items.map(({ action, actor, ip }: any) => [action, actor.type, ip !== null]);
  assert.deepEqual(personal, [
    ['user.password_reset', 'user', true],
    ['user.password_reset_requested', 'system', true],
  ]);
});

test('an address must be one line, and a refused sign-in waits for the next tick, for known and unknown accounts', async () => {
  for (const email of ['ada@birch.test\n', 'ada@birch.test\r\nBcc: mallory@cedar.test', 'ada@birch.test\u2028'])
    assert.equal((await post(path, { email })).status, 422);
  for (const email of [addressOf('Max'), 'nobody@nowhere.test']) {
    const started = performance.now();
    assert.equal(await login(email, 'a wrong password'), 401);
    assert.ok(performance.now() - started >= 99, email);
  }
});
