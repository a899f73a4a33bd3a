import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { Browser } from '../../../test/browser.ts';
import { forgedClient, seconds, startForgedIssuer, type ForgedIssuer } from '../../../test/providers/forged-issuer.ts';
import { startVendorServer } from '../../../test/providers/vendor-server.ts';
import { startServer, type TestServer } from '../../../test/server.ts';

let forged: ForgedIssuer;
let server: TestServer;
before(async () => {
  forged = await startForgedIssuer();
  server = await startServer({
    environment: {
      OIDC_FORGED_ISSUER: forged.issuer,
      OIDC_FORGED_CLIENT_ID: forgedClient.id,
      OIDC_FORGED_CLIENT_SECRET: forgedClient.secret,
      OIDC_FORGED_TRUSTED: 'true',
    },
  });
});
after(async () => {
  await server.close();
  await forged.close();
});
beforeEach(() => Object.assign(forged.says, { metadata: {}, header: {}, claims: {}, signedBy: 'itself' }));

/** A return whose token is genuine except for the claims in `lies`. */
async function returns(lies: Record<string, unknown> = {}) {
  const browser = new Browser(server);
  const { body } = await browser.starts('forged');
  const nonce = new URL(body.authorization_url).searchParams.get('nonce') ?? '';
  forged.says.claims = { ...forged.truth(nonce), ...lies };
  return browser.returns('forged', { code: 'any', state: body.state });
}

test('a genuine token is accepted; the secret is sent in the form if the provider requires that', async () => {
  const { status, body, text } = await returns();
  assert.deepEqual([status, body.user?.email], [200, 'fay@forged.example'], text);
  const [exchange] = forged.calls.all.filter(({ route }) => route === 'POST /token');
  assert.equal(exchange?.body['client_secret'], forgedClient.secret);
});

describe('a forged token is refused', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['of another sign-in', { nonce: 'of-another-sign-in' }],
    ['of no sign-in', { nonce: undefined }],
    ['for another client', { aud: 'another-client' }],
    ['for other audiences too, with another authorized party', { aud: [forgedClient.id, 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://id.birch.example' }],
    ['that has expired', { exp: seconds() - 3_600, iat: seconds() - 7_200 }],
    ['that does not expire', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
  ];
  for (const [name, lies] of cases)
    test(name, async () => {
      const { status, body } = await returns(lies);
      assert.deepEqual([status, body.code], [502, 'upstream_failed']);
      assert.doesNotMatch(body.detail, /reached/, 'the provider has answered');
    });

  const signatures: [string, Partial<ForgedIssuer['says']>][] = [
    ['that is not signed', { header: { alg: 'none' } }],
    ['that is signed with our shared secret', { header: { alg: 'HS256' }, signedBy: 'secret' }],
    ['that a stranger signed', { signedBy: 'a stranger' }],
    ['that was signed with a key that the provider does not publish', { header: { kid: '2' } }],
  ];
  for (const [name, says] of signatures)
    test(name, async () => {
      Object.assign(forged.says, says);
      const { status, body } = await returns();
      assert.deepEqual([status, body.code], [502, 'upstream_failed']);
    });
});

test('userinfo about another subject is refused', async () => {
  const { status, body } = await returns({ sub: 'gus', email: undefined });
  assert.deepEqual([status, body.code], [502, 'upstream_failed']);
});

test('a redirect of the token request is not followed: it would leak our secret and the code', async () => {
  const location = `${forged.url}/elsewhere`;
  forged.failNext({ kind: 'answer', status: 307, headers: { location } }, { on: 'POST /token' });
  const { status, body } = await returns();
  assert.deepEqual([status, body.code], [502, 'upstream_failed']);
  assert.deepEqual(
    forged.calls.all.filter(({ path }) => path === '/elsewhere'),
    [],
  );
});

test('the discovery document is read again after an hour, and cannot name another private address', async () => {
  const inside = await startVendorServer({ routes: {}, notFound: { status: 404 } });
  try {
    const read = () => forged.calls.all.filter(({ path }) => path === '/.well-known/openid-configuration').length;
    const earlier = read();
    forged.says.metadata = { token_endpoint: `${inside.url}/token` };
    assert.equal((await returns()).status, 200, 'what is known is known');
    assert.equal(read(), earlier);
    server.pass(3_600_000);
    const listening = mock.method(server.desk.log, 'warn');
    const { status, body } = await returns();
    listening.mock.restore();
    assert.match(JSON.stringify(listening.mock.calls[0]?.arguments), /"code":"egress_blocked"/);
    assert.deepEqual([status, body.code, read()], [502, 'upstream_failed', earlier + 1]);
    assert.deepEqual(inside.calls.all, []);
    server.pass(3_600_000);
  } finally {
    await inside.close();
  }
});

test('a provider’s broken connection or invalid reply fails one sign-in only', async () => {
  for (const [fault, detail] of [
    [{ kind: 'reset' }, /could not be reached/],
    [{ kind: 'answer', status: 503 }, /could not be reached/],
    [{ kind: 'answer', status: 200, body: 'nonsense' }, /cannot be used/],
  ] as const) {
    forged.failNext(fault, { on: 'POST /token' });
    const { status, body } = await returns();
    assert.deepEqual([status, body.code], [502, 'upstream_failed']);
    assert.match(body.detail, detail);
  }
  assert.equal((await returns()).status, 200);
});
