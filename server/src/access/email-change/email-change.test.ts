import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { addressOf, inWorld, password, registers, tokenIn, type Caller, type World } from '../../../test/world.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { listUnsentMail } from '../account-mail/account-mail.actions.ts';

const path = '/api/auth/me/email';
const minute = 60_000;

// Without SMTP_URL mail is kept for the operator; the tests read it there.
let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made), { working: 'jobs' });

let networks = 0;
/** Posts from a new network each time, unless `from` names one. */
async function post(url: string, payload: object, { token, from }: { token?: string; from?: string } = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: from ?? `10.1.0.${(networks += 1)}`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });
  return { status: answer.statusCode, text: answer.body, body: answer.body ? answer.json() : null };
}

const follow = (what: 'confirm' | 'stop', token: string) => post(`/api/auth/email-change/${what}`, { token });
const login = async (email: string) => (await post('/api/auth/login', { email, password })).status;
const asks = (who: Caller, email: string, current_password = password) =>
  post(path, { email, current_password }, { token: who.token ?? '' });

const mailsTo = async (address: string, kind: string) =>
  (await listUnsentMail(server.desk)).filter(
    (mail) => mail.to === address && mail.kind === kind && mail.state === 'kept',
  );
const newestMail = (address: string, kind: string, count = 1) =>
  eventually(async () => {
    const found = await mailsTo(address, kind);
    assert.equal(found.length, count);
    return found[0]!.content!;
  });

let people = 0;
async function somebody() {
  const name = `Mover${(people += 1)}`;
  return { who: await registers(server, name, `${name} Ltd`), former: addressOf(name), wanted: `${name}@new.test` };
}

async function whoHasAsked() {
  const person = await somebody();
  const answer = await asks(person.who, person.wanted);
  assert.deepEqual([answer.status, answer.text], [202, '']);
  const [confirm, stop] = [
    await newestMail(person.wanted, 'email_change'),
    await newestMail(person.former, 'email_change_notice'),
  ];
  assert.match(confirm.text, /http:\/\/localhost:3000\/email\/confirm\?token=fe_test_/);
  assert.match(stop.text, /http:\/\/localhost:3000\/email\/stop\?token=fs_test_/);
  assert.ok(stop.text.includes(person.wanted));
  return { ...person, confirm: tokenIn(confirm.text), stop: tokenIn(stop.text) };
}

describe('a change of address', () => {
  test('takes effect when the new address confirms it: that address signs in, and other sessions end', async () => {
    const { who, former, wanted, confirm } = await whoHasAsked();
    const { body: other } = await post('/api/auth/login', { email: former, password });
    assert.equal((await who.gets('/api/auth/me')).email, former, 'asking changes nothing');
    const answer = await follow('confirm', confirm);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    const me = await who.gets('/api/auth/me');
    assert.deepEqual([me.email, me.email_verified], [wanted, true]);
    assert.equal((await post(path, {}, { token: other.access_token })).status, 401);
    assert.deepEqual([await login(former), await login(wanted.toUpperCase())], [401, 200]);
    const { subject, text } = await newestMail(former, 'email_change_notice', 2);
    assert.match(subject, /was changed/);
    assert.doesNotMatch(text, /token=/);
  });

  test('can be confirmed only once', async () => {
    const { confirm, stop } = await whoHasAsked();
    const answers = await Promise.all([follow('confirm', confirm), follow('confirm', confirm)]);
    assert.deepEqual(new Set(answers.map(({ status, body }) => body?.code ?? status)), new Set([204, 'token_invalid']));
    for (const again of [await follow('confirm', confirm), await follow('stop', stop)])
      assert.deepEqual([again.status, again.body.code, again.body.errors[0].path], [422, 'token_invalid', '/token']);
  });

  test('can be stopped from the old address', async () => {
    const { who, former, confirm, stop } = await whoHasAsked();
    assert.equal((await follow('stop', stop)).status, 204);
    assert.equal((await follow('confirm', confirm)).body.code, 'token_invalid');
    assert.equal((await follow('stop', stop)).body.code, 'token_invalid');
    assert.equal((await who.gets('/api/auth/me')).email, former);
  });

  test('can be confirmed only with the newest link, for a day', async () => {
    const { who, wanted, confirm } = await whoHasAsked();
    await asks(who, wanted);
    assert.equal((await follow('confirm', confirm)).body.code, 'token_invalid');
    const newest = tokenIn((await newestMail(wanted, 'email_change', 2)).text);
    server.pass(24 * 60 * minute);
    assert.equal((await follow('confirm', newest)).body.code, 'token_invalid');
    server.pass(-24 * 60 * minute);
    assert.equal((await follow('confirm', newest)).status, 204);
  });

  test('is cancelled by a new password; confirming it voids a reset that was mailed to the old address', async () => {
    const first = await whoHasAsked();
    const renewed = { current_password: password, new_password: 'an entirely different one' };
    await first.who.patches('/api/auth/me', renewed);
    assert.equal((await follow('confirm', first.confirm)).body.code, 'token_invalid');
    const second = await whoHasAsked();
    await post('/api/auth/password-reset', { email: second.former });
    const reset = tokenIn((await newestMail(second.former, 'password_reset')).text);
    assert.equal((await follow('confirm', second.confirm)).status, 204);
    const answer = await post('/api/auth/password-reset/confirm', { token: reset, password: 'yet another one 5' });
    assert.equal(answer.body.code, 'token_invalid');
  });

  test('may change only the case of the letters: the account stays the same', async () => {
    const { who, former } = await somebody();
    assert.equal((await asks(who, former.toUpperCase())).status, 202);
    const { text } = await newestMail(former.toUpperCase(), 'email_change');
    assert.equal((await follow('confirm', tokenIn(text))).status, 204);
    assert.equal(await login(former), 200);
  });
});

describe('requesting a change of address', () => {
  test('gets the same reply for a taken address; its owner gets a notice without a link', async () => {
    const { who, former } = await somebody();
    const taken = await somebody();
    const answer = await asks(who, taken.former);
    assert.deepEqual([answer.status, answer.text], [202, '']);
    const { text } = await newestMail(taken.former, 'email_change');
    assert.doesNotMatch(text, /token=|Mover/);
    await newestMail(former, 'email_change_notice');
    assert.equal((await taken.who.gets('/api/auth/me')).email, taken.former);
  });

  test('an address that is registered before the confirmation stays with its new owner', async () => {
    const { who, former, wanted, confirm } = await whoHasAsked();
    const owner = await world.nobody.posts('/api/auth/register', { email: wanted, password, name: 'Quick' });
    assert.equal((await follow('confirm', confirm)).body.code, 'token_invalid');
    assert.deepEqual([(await who.gets('/api/auth/me')).email, owner.user.email], [former, wanted]);
  });

  test('requires the current password and a different address, and accepts nothing else', async () => {
    const { who, former, wanted } = await somebody();
    const body = { email: wanted, current_password: password };
    for (const [wrong, field] of [
      [{ ...body, current_password: 'a wrong one' }, '/current_password'],
      [{ email: wanted }, '/current_password'],
      [{ ...body, email: former }, '/email'],
      [{ ...body, email: 'nonsense' }, '/email'],
      [{ ...body, email: `${wanted}\r\nBcc: mallory@cedar.test` }, '/email'],
      [{ ...body, name: 'x' }, '/name'],
    ] as const) {
      const refused = await post(path, wrong, { token: who.token ?? '' });
      assert.deepEqual([refused.status, refused.body.errors[0].path], [422, field]);
    }
    assert.equal((await post(path, body)).status, 401);
    const { key } = await who.posts('/api/api-keys', { name: 'script', role: 'member' });
    assert.equal((await post(path, body, { token: key })).status, 403);
    assert.deepEqual(await mailsTo(wanted, 'email_change'), []);
  });

  test('requires a password: a person who signs in only by a provider must set one first', async () => {
    const { who, wanted } = await somebody();
    await unscoped(server.desk.db, (tx) => tx.deleteFrom('user_password').where('user_id', '=', who.userId).execute());
    const refused = await asks(who, wanted);
    assert.deepEqual([refused.status, refused.body.errors[0].path], [422, '/current_password']);
    assert.match(refused.body.errors[0].message, /reset/);
  });

  test('mails three times an hour to one address, and does not report that later requests send nothing', async () => {
    const { who, wanted, former } = await somebody();
    for (const count of [1, 2, 3]) {
      await asks(who, wanted);
      await newestMail(wanted, 'email_change', count);
    }
    assert.equal((await asks(who, wanted)).status, 202);
    // A later request has passed through the queue, so the mail of the earlier one would have been sent by now.
    await whoHasAsked();
    assert.deepEqual(
      [(await mailsTo(wanted, 'email_change')).length, (await mailsTo(former, 'email_change_notice')).length],
      [3, 3],
    );
  });

  test('is refused after ten requests from one network, and password guesses are limited', async () => {
    const from = '192.0.2.77';
    for (let count = 0; count < 10; count += 1) {
      const { who } = await somebody();
      const asked = { email: `far${count}@new.test`, current_password: password };
      assert.equal((await post(path, asked, { token: who.token ?? '', from })).status, 202);
    }
    const { who, wanted } = await somebody();
    const refused = await post(path, { email: wanted, current_password: password }, { token: who.token ?? '', from });
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    for (let count = 0; count < 10; count += 1) assert.equal((await asks(who, wanted, 'a wrong one')).status, 422);
    assert.equal((await asks(who, wanted)).status, 429);
  });
});

test('each link accepts only its own kind of token', async () => {
  const { confirm, stop } = await whoHasAsked();
  assert.equal((await follow('confirm', stop)).body.code, 'token_invalid');
  assert.equal((await follow('stop', confirm)).body.code, 'token_invalid');
  for (const token of ['nonsense', world.ada.token ?? '', `fe_test_${'a'.repeat(43)}_000000`])
    assert.equal((await follow('confirm', token)).body.code, 'token_invalid');
  assert.equal((await post('/api/auth/email-change/confirm', {})).body.errors[0].path, '/token');
});

test('the audit log of the person’s organization records requested, stopped and completed changes', async () => {
  const { former, wanted, who, stop } = await whoHasAsked();
  await follow('stop', stop);
  await asks(who, wanted);
  await follow('confirm', tokenIn((await newestMail(wanted, 'email_change', 2)).text));
  const { items } = await who.gets(`/api/audit-events?subject_id=${who.userId}`);
  assert.deepEqual(
    items.slice(0, 4).map(({ action, changes }: any) => [action, changes]),
    [
      ['user.email_changed', { email: { from: former, to: wanted } }],
      ['user.email_change_requested', {}],
      ['user.email_change_stopped', {}],
      ['user.email_change_requested', {}],
    ],
  );
});
