import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readIdentityProviders, readRedirectUris } from './identity-providers.logic.ts';

const birch = {
  OIDC_BIRCH_ISSUER: 'https://id.birch.example/realms/main',
  OIDC_BIRCH_CLIENT_ID: 'desk',
  OIDC_BIRCH_CLIENT_SECRET: 'word',
};

test('three variables make a provider, which is not trusted by default', () => {
  assert.deepEqual(readIdentityProviders({ ...birch, OIDC_REDIRECT_URIS: 'https://a.example/', PORT: '3000' }), [
    {
      id: 'birch',
      name: 'BIRCH',
      issuer: 'https://id.birch.example/realms/main',
      clientId: 'desk',
      clientSecret: 'word',
      isTrusted: false,
    },
  ]);
});

test('several providers are sorted, and an underscore in the id is a hyphen in our paths', () => {
  const acme = Object.entries(birch).map(([name, value]) => [name.replace('BIRCH', 'ACME_EU_2'), value]);
  const [first, second] = readIdentityProviders({
    ...birch,
    ...Object.fromEntries(acme),
    OIDC_ACME_EU_2_NAME: 'Acme',
    OIDC_ACME_EU_2_TRUSTED: 'true',
  });
  assert.deepEqual([first?.id, first?.name, first?.isTrusted], ['acme-eu-2', 'Acme', true]);
  assert.equal(second?.id, 'birch');
});

test('without such variables there is no provider', () =>
  assert.deepEqual(readIdentityProviders({ PORT: '3000' }), []));

describe('an error names the missing or wrong variable, but not its value', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a name alone', { OIDC_BIRCH_NAME: 'Birch' }, /^OIDC_BIRCH_ISSUER is missing/],
    ['no secret', { ...birch, OIDC_BIRCH_CLIENT_SECRET: '' }, /^OIDC_BIRCH_CLIENT_SECRET is missing/],
    ['no client', { ...birch, OIDC_BIRCH_CLIENT_ID: '' }, /^OIDC_BIRCH_CLIENT_ID is missing/],
    ['no URL', { ...birch, OIDC_BIRCH_ISSUER: 'id.birch.example' }, /^OIDC_BIRCH_ISSUER must be an https URL/],
    ['no TLS', { ...birch, OIDC_BIRCH_ISSUER: 'http://id.birch.example' }, /^OIDC_BIRCH_ISSUER must be/],
    ['a name like loopback', { ...birch, OIDC_BIRCH_ISSUER: 'http://localhost.evil.example' }, /^OIDC_BIRCH_ISSUER/],
    ['a query', { ...birch, OIDC_BIRCH_ISSUER: 'https://id.birch.example/?a=1' }, /^OIDC_BIRCH_ISSUER must be/],
    ['a vague flag', { ...birch, OIDC_BIRCH_TRUSTED: 'yes' }, /^OIDC_BIRCH_TRUSTED must be true or false/],
  ];
  for (const [name, environment, expected] of cases)
    test(name, () => {
      assert.throws(
        () => readIdentityProviders(environment),
        (error: Error) => expected.test(error.message) && !error.message.includes('birch.example'),
      );
    });
  for (const issuer of ['http://127.0.0.1:4400', 'http://localhost:4400/', 'http://[::1]:4400'])
    test(`${issuer} is this machine`, () =>
      assert.equal(readIdentityProviders({ ...birch, OIDC_BIRCH_ISSUER: issuer })[0]?.issuer, issuer));
});

test('a provider may return to the web client and to the addresses that the operator adds', () => {
  const web = 'https://desk.birch.example/auth/callback';
  assert.deepEqual(readRedirectUris('https://desk.birch.example', ''), [web]);
  const more = ' http://localhost:5173/auth/callback, birch-app://signed-in ';
  const all = [web, 'http://localhost:5173/auth/callback', 'birch-app://signed-in'];
  assert.deepEqual(readRedirectUris('https://desk.birch.example', more), all);
  for (const odd of ['/auth/callback', 'https://desk.birch.example/?a=1', 'https://desk.birch.example/#a'])
    assert.throws(() => readRedirectUris('https://desk.birch.example', odd), /OIDC_REDIRECT_URIS/);
});
