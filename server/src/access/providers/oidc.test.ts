import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, mock, test } from 'node:test';
import { Browser, paramsOf } from '../../../test/browser.ts';
import { startIdentityProvider, type RunningIdentityProvider } from '../../../test/providers/identity-provider.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { unscoped } from '../../platform/database/transaction.ts';

const elsewhereAllowed = 'http://localhost:5173/auth/callback';
const callback = 'http://localhost:3000/auth/callback';
const client = { clientId: 'desk', clientSecret: 'canary-secret-of-the-client-0123456789' };
const tenMinutes = 600_000;

let birch: RunningIdentityProvider;
let cedar: RunningIdentityProvider;
let server: TestServer;
let awayPort: number;

before(async () => {
  const people = { ada: { email: 'Ada@birch.example', email_verified: true, name: 'Ada Birch' } };
  birch = await startIdentityProvider({ ...client, redirectUris: [callback, elsewhereAllowed], people });
  cedar = await startIdentityProvider({ ...client, redirectUris: [callback], people, tellsInToken: true });
  awayPort = await freePort();
  server = await startServer({
    environment: {
      ...configured('BIRCH', birch.issuer),
      OIDC_BIRCH_NAME: 'Birch ID',
      OIDC_BIRCH_TRUSTED: 'true',
      ...configured('CEDAR_EU', cedar.issuer),
      OIDC_CEDAR_EU_TRUSTED: 'true',
      ...configured('AWAY', `http://127.0.0.1:${awayPort}`),
      ...configured('WRONG', birch.issuer),
      OIDC_WRONG_CLIENT_SECRET: 'canary-of-a-wrong-secret',
      OIDC_REDIRECT_URIS: elsewhereAllowed,
    },
  });
});
after(async () => {
  await server.close();
  await Promise.all([birch.close(), cedar.close()]);
});

const configured = (id: string, issuer: string) => ({
  [`OIDC_${id}_ISSUER`]: issuer,
  [`OIDC_${id}_CLIENT_ID`]: client.clientId,
  [`OIDC_${id}_CLIENT_SECRET`]: client.clientSecret,
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The warnings that the desk logs during `work`. */
async function logOf(work: () => Promise<void>): Promise<string> {
  const lines: unknown[] = [];
  const listening = mock.method(server.desk.log, 'warn', (...line: unknown[]) => void lines.push(line));
  await work();
  listening.mock.restore();
  return JSON.stringify(lines);
}

/** A browser whose person has signed in at the provider and returns with `params`. */
async function onTheWayBack(provider = 'birch', at = birch) {
  const browser = new Browser(server);
  const started = await browser.starts(provider);
  assert.equal(started.status, 200, started.text);
  const url = await at.signsIn(started.body.authorization_url, 'ada');
  return { browser, started, url, params: paramsOf(url) };
}

const refusal = ({ status, body }: { status: number; body: any }) => [status, body.code, body.errors?.[0]?.path];
const stateRefused = [422, 'state_invalid', '/callback_params/state'];

describe('signing in through a provider', () => {
  test('a new person gets an account from a trusted provider; the next sign-in opens the same one', async () => {
    const { browser, started, params } = await onTheWayBack();
    const lifetime = Date.parse(started.body.expires_at) - server.desk.clock.now().getTime();
    assert.deepEqual([lifetime, started.body.state], [tenMinutes, params['state']]);
    const session = await browser.returns('birch', params);
    assert.equal(session.status, 200, session.text);
    const { user, token_type, expires_in } = session.body;
    assert.deepEqual([token_type, expires_in], ['Bearer', 43_200]);
    assert.deepEqual([user.email, user.name, user.email_verified], ['Ada@birch.example', 'Ada Birch', true]);
    assert.deepEqual([user.scope.role, user.memberships[0].organization.name], ['org_admin', 'Birch']);
    const me = await browser.asks('GET', '/api/auth/me', undefined, {
      authorization: `Bearer ${session.body.access_token}`,
    });
    assert.deepEqual(me.body, user);
    const queue = await browser.asks('GET', '/api/routing/destinations', undefined, {
      authorization: `Bearer ${session.body.access_token}`,
    });
    assert.equal(queue.body.items.length, 1, 'the organization gets the queue that every other one has');
    assert.equal((await browser.asks('POST', '/api/auth/refresh')).status, 200, 'by the refresh cookie');

    const again = await onTheWayBack();
    assert.equal((await again.browser.returns('birch', again.params)).body.user.id, user.id);
  });

  test('extra parameters in the return are ignored', async () => {
    const { browser, params } = await onTheWayBack();
    const session = await browser.returns('birch', { ...params, session_state: 'f00', scope: 'openid email' });
    assert.equal(session.status, 200, session.text);
  });

  test('two tabs of a browser can sign in at the same time', async () => {
    const browser = new Browser(server);
    const [first, second] = [await browser.starts('birch'), await browser.starts('birch')];
    for (const { body } of [first, second]) {
      const url = await birch.signsIn(body.authorization_url, 'ada');
      assert.equal((await browser.returns('birch', paramsOf(url))).status, 200);
    }
  });

  test('a redirect URI that the operator allows is accepted, a similar one is refused', async () => {
    const browser = new Browser(server);
    const started = await browser.starts('birch', { query: `?redirect_uri=${encodeURIComponent(elsewhereAllowed)}` });
    const url = await birch.signsIn(started.body.authorization_url, 'ada');
    assert.equal(url.port, '5173');
    assert.equal((await browser.returns('birch', paramsOf(url))).status, 200);
    for (const odd of [`${callback}/`, `${callback}?a=1`, 'https://evil.example/auth/callback', '']) {
      const answer = await browser.starts('birch', { query: `?redirect_uri=${encodeURIComponent(odd)}` });
      assert.deepEqual(refusal(answer), [422, 'validation_failed', 'query.redirect_uri'], odd);
    }
  });

  test('the providers are listed; an unconfigured one is not found', async () => {
    const browser = new Browser(server);
    const { body } = await browser.asks('GET', '/api/auth/oauth/providers');
    const ids = body.items.map(({ id, name }: { id: string; name: string }) => [id, name]);
    assert.deepEqual(ids, [
      ['away', 'AWAY'],
      ['birch', 'Birch ID'],
      ['cedar-eu', 'CEDAR_EU'],
      ['wrong', 'WRONG'],
    ]);
    const page = (query: string) => browser.asks('GET', `/api/auth/oauth/providers?${query}`);
    const { items, next_cursor } = (await page('limit=3')).body;
    assert.deepEqual([items.length, typeof next_cursor], [3, 'string']);
    const rest = await page(`limit=3&cursor=${encodeURIComponent(next_cursor)}`);
    assert.deepEqual(rest.body, { items: [{ id: 'wrong', name: 'WRONG' }], next_cursor: null });
    assert.deepEqual(refusal(await page('cursor=WyJhd2F5Il0')), [422, 'validation_failed', 'query.cursor']);
    assert.deepEqual(refusal(await browser.starts('unknown')), [404, 'not_found', undefined]);
    assert.deepEqual(refusal(await browser.returns('unknown', { state: 'a' })), [404, 'not_found', undefined]);
  });
});

describe('the binding of a return to its start', () => {
  test('a return works once, also when it comes twice at the same time', async () => {
    const { browser, params } = await onTheWayBack();
    const answers = await Promise.all([browser.returns('birch', params), browser.returns('birch', params)]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 422]));
    assert.deepEqual(refusal(await browser.returns('birch', params)), stateRefused);
  });

  test('a return is refused after ten minutes', async () => {
    const late = await onTheWayBack();
    server.pass(tenMinutes);
    assert.deepEqual(refusal(await late.browser.returns('birch', late.params)), stateRefused);
    const timely = await onTheWayBack();
    server.pass(tenMinutes - 1);
    assert.equal((await timely.browser.returns('birch', timely.params)).status, 200);
  });

  test('an expired sign-in is deleted when the next one starts', async () => {
    await new Browser(server).starts('birch');
    server.pass(tenMinutes);
    await new Browser(server).starts('birch');
    const rows = await unscoped(server.desk.db, (tx) => tx.selectFrom('oauth_login').select('expires_at').execute());
    assert.equal(rows.length, 1);
  });

  test('another browser or another site’s page cannot return; the browser that started still can', async () => {
    const { browser, params } = await onTheWayBack();
    const other = new Browser(server);
    assert.deepEqual(refusal(await other.returns('birch', params)), stateRefused);
    await other.starts('birch');
    assert.deepEqual(refusal(await other.returns('birch', params)), stateRefused);
    const elsewhere = { origin: 'https://evil.example', host: 'localhost:3000' };
    assert.deepEqual(refusal(await browser.returns('birch', params, elsewhere)), stateRefused);
    assert.equal((await browser.returns('birch', params)).status, 200);
  });

  test('an unknown state is refused', async () => {
    const { browser, params } = await onTheWayBack();
    assert.deepEqual(refusal(await browser.returns('birch', { ...params, state: 'a'.repeat(43) })), stateRefused);
  });

  test('a return of one provider is refused at another', async () => {
    const { browser, params } = await onTheWayBack();
    assert.deepEqual(refusal(await browser.returns('cedar-eu', params)), stateRefused);
  });

  test('a mix-up is detected: the return must name the issuer that the sign-in began with', async () => {
    for (const iss of [undefined, cedar.issuer, `${birch.issuer}/`]) {
      const { browser, params } = await onTheWayBack();
      const { iss: true_, ...rest } = params;
      assert.equal(true_, birch.issuer);
      const asked = birch.asked.length;
      const answer = await browser.returns('birch', iss === undefined ? rest : { ...rest, iss });
      assert.deepEqual(refusal(answer), [422, 'state_invalid', '/callback_params/iss']);
      assert.equal(birch.asked.length, asked, 'the code was shown to nobody');
    }
  });

  test('a code is useless without the verifier, which is sent only to the provider', async () => {
    const { browser, started, params } = await onTheWayBack();
    const { searchParams } = new URL(started.body.authorization_url);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    const form = { grant_type: 'authorization_code', code: params['code'] ?? '', redirect_uri: callback };
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const stolen = await fetch(`${birch.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ ...form, code_verifier: 'a'.repeat(43) }),
    });
    assert.deepEqual([stolen.status, ((await stolen.json()) as any).error], [400, 'invalid_grant']);
    const hash = createHash('sha256').update(started.body.state).digest();
    const row = await unscoped(server.desk.db, (tx) =>
      tx.selectFrom('oauth_login').selectAll().where('state_hash', '=', hash).executeTakeFirstOrThrow(),
    );
    assert.match(row.code_verifier_sealed, /^v1\./, 'sealed');
    const cookie = browser.cookies.get('fd_sign_in') ?? '';
    assert.deepEqual(row.browser_hash, createHash('sha256').update(cookie).digest());
  });
});

describe('a provider that refuses or fails', () => {
  test('a person who denies consent gets an explanation', async () => {
    const browser = new Browser(server);
    const { body } = await browser.starts('birch');
    const answer = await browser.returns('birch', paramsOf(await birch.refuses(body.authorization_url)));
    assert.deepEqual(refusal(answer), [422, 'access_denied', '/callback_params/error']);
  });

  test('an unknown or used code is refused', async () => {
    for (const code of ['no-such-code', '']) {
      const { browser, params } = await onTheWayBack();
      assert.deepEqual(refusal(await browser.returns('birch', { ...params, code })), [
        502,
        'upstream_failed',
        undefined,
      ]);
    }
  });

  test('a provider that is down at start-up is used as soon as it is back', async () => {
    const browser = new Browser(server);
    const logged = await logOf(async () => {
      assert.deepEqual(refusal(await browser.starts('away')), [502, 'upstream_failed', undefined]);
    });
    assert.match(logged, /"provider":"away","code":"ECONNREFUSED"/);
    const people = { ada: { email: 'ada@birch.example', email_verified: true } };
    const back = await startIdentityProvider({ ...client, redirectUris: [callback], people, port: awayPort });
    const { body } = await browser.starts('away');
    const params = paramsOf(await back.signsIn(body.authorization_url, 'ada'));
    await back.close();
    assert.deepEqual(refusal(await browser.returns('away', params)), [502, 'upstream_failed', undefined]);
  });

  test('a client secret that the provider refuses appears neither in a reply nor in the log', async () => {
    const { browser, started, params } = await onTheWayBack('wrong');
    let answer = started;
    const lines = await logOf(async () => void (answer = await browser.returns('wrong', params)));
    assert.deepEqual(refusal(answer), [502, 'upstream_failed', undefined]);
    assert.match(lines, /invalid_client/, 'what the operator needs');
    const secrets = [
      'canary',
      Buffer.from(`${client.clientId}:canary-of-a-wrong-secret`).toString('base64'),
      ...['code', 'state'].map((name) => params[name] ?? ''),
    ];
    for (const secret of secrets) assert.ok(!lines.includes(secret) && !answer.text.includes(secret), secret);
    const list = await browser.asks('GET', '/api/auth/oauth/providers');
    for (const { text } of [started, answer, list]) assert.doesNotMatch(text, /canary/);
  });
});
