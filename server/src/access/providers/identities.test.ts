import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Browser, paramsOf } from '../../../test/browser.ts';
import { startIdentityProvider, type RunningIdentityProvider } from '../../../test/providers/identity-provider.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { addressOf, createWorld, registers, tokenIn, type Caller, type World } from '../../../test/world.ts';
import { listUnsentMail } from '../account-mail/account-mail.actions.ts';

const callback = 'http://localhost:3000/auth/callback';
const secureCallback = 'https://desk.birch.example/auth/callback';
const client = { clientId: 'desk', clientSecret: 'secret-of-the-client-0123456789abcdef' };

let trusted: RunningIdentityProvider;
let other: RunningIdentityProvider;
let server: TestServer;
let world: World;

before(async () => {
  const redirectUris = [callback, secureCallback];
  trusted = await startIdentityProvider({ ...client, redirectUris, people: {}, tellsInToken: true });
  other = await startIdentityProvider({ ...client, redirectUris, people: {} });
  server = await startServer({
    environment: {
      ...configured('TRUSTED', trusted),
      OIDC_TRUSTED_TRUSTED: 'true',
      ...configured('OTHER', other),
      OIDC_OTHER_NAME: 'The other one',
    },
  });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await Promise.all([trusted.close(), other.close()]);
});

const configured = (id: string, { issuer }: RunningIdentityProvider) => ({
  [`OIDC_${id}_ISSUER`]: issuer,
  [`OIDC_${id}_CLIENT_ID`]: client.clientId,
  [`OIDC_${id}_CLIENT_SECRET`]: client.clientSecret,
});

interface SignInWay {
  at?: 'trusted' | 'other';
  token?: string;
  desk?: TestServer;
}

/** Signs `login` in through a provider that returns `claims` about them. Returns the reply to the code exchange. */
async function goes(login: string, claims: Record<string, unknown> | null, way: SignInWay = {}) {
  const { at = 'trusted', token, desk = server } = way;
  const provider = at === 'trusted' ? trusted : other;
  if (claims) provider.people[login] = claims;
  const browser = new Browser(desk);
  const started = await browser.starts(at, token ? { token } : {});
  assert.equal(started.status, 200, started.text);
  return browser.returns(at, paramsOf(await provider.signsIn(started.body.authorization_url, login)));
}

const adds = (caller: Caller, login: string, at: SignInWay['at'] = 'trusted') =>
  goes(login, { email: `${login}@elsewhere.example` }, { at, token: caller.token });

const outcome = ({ status, body }: { status: number; body: any }) => [status, body.code];
const password = 'a long enough passphrase 7';
const signsIn = (email: string, word = password, desk = server) =>
  new Browser(desk).asks('POST', '/api/auth/login', { email, password: word });

describe('a person without an account', () => {
  test('gets no account for an address that the provider has not verified', async () => {
    for (const email_verified of [false, undefined, 'true'])
      assert.deepEqual(outcome(await goes('una', { email: 'una@birch.example', email_verified })), [
        403,
        'email_unverified',
      ]);
    assert.deepEqual(outcome(await goes('una', { email_verified: true })), [403, 'email_unverified']);
  });

  test('gets no account from a provider that the operator does not trust', async () => {
    const answer = await goes('una', { email: 'una@birch.example', email_verified: true }, { at: 'other' });
    assert.deepEqual(outcome(answer), [403, 'provider_untrusted']);
  });

  test('gets no account if registration needs an invitation; over HTTPS the cookie belongs to this host only', async () => {
    const closed = await startServer({
      environment: {
        ...configured('TRUSTED', trusted),
        OIDC_TRUSTED_TRUSTED: 'true',
        REGISTRATION: 'invite',
        PUBLIC_URL: 'https://desk.birch.example',
      },
    });
    try {
      const answer = await goes('ivo', { email: 'ivo@birch.example', email_verified: true }, { desk: closed });
      assert.deepEqual(outcome(answer), [403, 'invitation_required']);
      const { headers } = await new Browser(closed).starts('trusted');
      const cookie = /^__Host-fd_sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/;
      assert.match(String(headers['set-cookie']), cookie);
    } finally {
      await closed.close();
    }
  });

  test('does not reach an account with the same address, even if the provider has verified it', async () => {
    const answer = await goes('ada-at-trusted', { email: 'ADA@example.test', email_verified: true });
    assert.deepEqual(outcome(answer), [409, 'already_exists']);
    assert.match(answer.body.detail, /sign in to it as usual and add the provider there/);
    assert.deepEqual((await world.ada.gets('/api/auth/me/identities')).items, []);
  });
});

describe('a person with an account', () => {
  test('is recognized by the provider’s subject, not by an address', async () => {
    const first = await goes('kim', { email: 'kim@birch.example', email_verified: true });
    assert.equal(first.status, 200, first.text);
    const moved = await goes('kim', { email: 'ada@example.test', email_verified: true });
    assert.deepEqual([moved.status, moved.body.user], [200, first.body.user]);
    const heir = await goes('kim-the-second', { email: 'kim@birch.example', email_verified: true });
    assert.deepEqual(outcome(heir), [409, 'already_exists']);
  });

  test('gets a name from their address if the provider’s name is unusable', async () => {
    const { body } = await goes('lou', { email: 'lou.birch@birch.example', email_verified: true, name: 'L\nou' });
    assert.equal(body.user.name, 'Lou Birch');
  });

  test('gets one account if they first sign in from two tabs', async () => {
    trusted.people['tim'] = { email: 'tim@birch.example', email_verified: true };
    const browser = new Browser(server);
    const params = [];
    for (let tab = 0; tab < 2; tab += 1) {
      const { body } = await browser.starts('trusted');
      params.push(paramsOf(await trusted.signsIn(body.authorization_url, 'tim')));
    }
    const answers = await Promise.all(params.map((each) => browser.returns('trusted', each)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      answers.map(({ text }) => text).join(),
    );
    assert.equal(answers[0]?.body.user.id, answers[1]?.body.user.id);
  });

  test('without a password gets the reply for unknown addresses, and cannot set a password by a session alone', async () => {
    const { body } = await goes('nop', { email: 'nop@birch.example', email_verified: true });
    const [tried, stranger] = [await signsIn('nop@birch.example'), await signsIn('no-one@birch.example')];
    const text = (answer: { text: string }) => answer.text.replace(/"request_id":"[^"]+"/, '');
    assert.deepEqual([tried.status, text(tried)], [401, text(stranger)]);
    const asks = (payload: object) =>
      server.app.inject({
        method: 'PATCH',
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${body.access_token}` },
        payload,
      });
    for (const payload of [{ new_password: password }, { new_password: password, current_password: '' }])
      assert.equal((await asks(payload)).statusCode, 422);
    assert.match((await asks({ new_password: password })).body, /a reset by e-mail sets the first one/);
    assert.equal((await asks({ name: 'Nop' })).statusCode, 200);
    assert.equal((await signsIn('nop@birch.example')).status, 401);
  });
});

describe('adding an identity to an account', () => {
  test('takes a session of the account, for any address and any provider', async () => {
    const added = await adds(world.max, 'max-elsewhere', 'other');
    assert.deepEqual([added.status, added.body.user.id], [200, world.max.userId], added.text);
    const { items } = await world.max.gets('/api/auth/me/identities');
    assert.equal(items.length, 1);
    const { issuer, provider } = items[0];
    assert.deepEqual([issuer, provider], [other.issuer, { id: 'other', name: 'The other one' }]);
    const later = await goes('max-elsewhere', null, { at: 'other' });
    assert.deepEqual([later.status, later.body.user.id], [200, world.max.userId]);
    assert.equal((await adds(world.max, 'max-elsewhere', 'other')).status, 200, 'a second time changes nothing');
    assert.equal((await world.max.gets('/api/auth/me/identities')).items.length, 1);
    assert.deepEqual((await world.ada.gets('/api/auth/me/identities')).items, []);
  });

  test('does not take the identity from another account', async () => {
    assert.equal((await adds(world.wim, 'wim-elsewhere')).status, 200);
    assert.deepEqual(outcome(await adds(world.mallory, 'wim-elsewhere')), [409, 'conflict']);
    assert.equal((await goes('wim-elsewhere', null)).body.user.id, world.wim.userId);
  });

  test('requires a valid session at the start and at the end', async () => {
    const bad = await new Browser(server).starts('trusted', { token: 'fd_test_not-a-token' });
    assert.deepEqual(outcome(bad), [401, 'token_invalid']);
    const { body } = await signsIn('mallory@example.test');
    const browser = new Browser(server);
    const started = await browser.starts('trusted', { token: body.access_token });
    const params = paramsOf(await trusted.signsIn(started.body.authorization_url, 'mal-elsewhere'));
    const left = await browser.asks('POST', '/api/auth/logout', undefined, {
      authorization: `Bearer ${body.access_token}`,
    });
    assert.equal(left.status, 204);
    assert.deepEqual(outcome(await browser.returns('trusted', params)), [422, 'state_invalid']);
    assert.deepEqual((await world.mallory.gets('/api/auth/me/identities')).items, []);
  });
});

describe('removing an identity', () => {
  test('leaves the later ones in their place for a cursor that named it', async () => {
    const path = '/api/auth/me/identities';
    for (const login of ['one-elsewhere', 'two-elsewhere', 'three-elsewhere']) await adds(world.mallory, login);
    const first = await world.mallory.gets(`${path}?limit=2`);
    await world.mallory.deletes(`${path}/${first.items[1].id}`);
    const next = await world.mallory.gets(`${path}?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
    assert.equal(next.items.length, 1);
    assert.ok(!first.items.some(({ id }: { id: string }) => id === next.items[0].id));
  });

  test('ends the sessions that it may have opened, and the identity no longer signs in', async () => {
    assert.equal((await adds(world.ada, 'ada-elsewhere')).status, 200);
    const opened = await goes('ada-elsewhere', null);
    const [{ id }] = (await world.ada.gets('/api/auth/me/identities')).items;
    await world.mallory.deletes(`/api/auth/me/identities/${id}`, 404);
    await world.ada.deletes(`/api/auth/me/identities/${id}`);
    await world.ada.deletes(`/api/auth/me/identities/${id}`, 404);
    const me = await new Browser(server).asks('GET', '/api/auth/me', undefined, {
      authorization: `Bearer ${opened.body.access_token}`,
    });
    assert.deepEqual(outcome(me), [401, 'token_invalid']);
    await world.ada.gets('/api/auth/me');
    assert.deepEqual(outcome(await goes('ada-elsewhere', null)), [403, 'email_unverified']);
  });

  test('is refused for the last sign-in method', async () => {
    const { body } = await goes('pia', { email: 'pia@birch.example', email_verified: true });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const list = async () =>
      (await new Browser(server).asks('GET', '/api/auth/me/identities', undefined, headers)).body;
    const remove = async (id: string) =>
      (await server.app.inject({ method: 'DELETE', url: `/api/auth/me/identities/${id}`, headers })).statusCode;
    const [{ id }] = (await list()).items;
    assert.equal(await remove(id), 409);
    assert.equal((await list()).items.length, 1);
    assert.equal((await goes('pia-2', {}, { at: 'other', token: body.access_token })).status, 200);
    assert.equal(await remove(id), 204);
    assert.equal((await goes('pia-2', null, { at: 'other' })).body.user.id, body.user.id);
  });

  test('happens when a reset verifies the address for the first time: a stranger may have opened the account', async () => {
    const desk = await startServer({ working: 'jobs', environment: configured('OTHER', other) });
    const squatter = await registers(desk, 'Sid', 'Squat');
    const linked = await goes('sid', {}, { at: 'other', token: squatter.token, desk });
    assert.equal(linked.status, 200);
    assert.equal((await goes('sid', null, { at: 'other', desk })).status, 200);
    await squatter.posts('/api/auth/password-reset', { email: addressOf('Sid') }, 202);
    const content = await eventually(async () => {
      const [mail] = await listUnsentMail(desk.desk);
      assert.ok(mail?.content);
      return mail.content;
    });
    await squatter.posts(
      '/api/auth/password-reset/confirm',
      { token: tokenIn(content.text), password: 'mine after all, 7' },
      204,
    );
    assert.notEqual((await goes('sid', null, { at: 'other', desk })).status, 200);
    await desk.close();
  });
});
