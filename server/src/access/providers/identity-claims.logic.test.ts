import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameFrom, verifiedAddress } from './identity-claims.logic.ts';

const issuer = 'https://id.birch.example';
const microsoft = 'https://login.microsoftonline.com/8e1c7f3a-0000-4000-8000-000000000000/v2.0';
const email = 'ada@birch.example';

describe('an address counts only if the provider has verified it', () => {
  const cases: [string, string, Record<string, unknown>, string | null][] = [
    ['verified', issuer, { email, email_verified: true }, email],
    ['not verified', issuer, { email, email_verified: false }, null],
    ['no `email_verified`', issuer, { email }, null],
    ['`email_verified` as a string', issuer, { email, email_verified: 'true' }, null],
    ['no address', issuer, { email_verified: true }, null],
    ['a list of addresses', issuer, { email: [email], email_verified: true }, null],
    ['not an address', issuer, { email: 'ada', email_verified: true }, null],
    ['a line break', issuer, { email: `${email}\n`, email_verified: true }, null],
    ['too long', issuer, { email: `ada@${'birch-birch.'.repeat(25)}example`, email_verified: true }, null],
    ['Microsoft, domain owner verified', microsoft, { email, xms_edov: true }, email],
    ['Microsoft, verified as a digit', microsoft, { email, xms_edov: '1' }, email],
    ['Microsoft, domain owner not verified', microsoft, { email, xms_edov: false }, null],
    ['Microsoft, only a claim that a tenant controls', microsoft, { email, email_verified: true }, null],
    ['xms_edov from another provider', issuer, { email, xms_edov: true }, null],
  ];
  for (const [name, from, claims, expected] of cases)
    test(name, () => assert.equal(verifiedAddress(from, claims), expected));
});

test('a name that is invalid for a person is not taken from a provider', () => {
  assert.equal(nameFrom({ name: ' Ada Birch ' }, email), 'Ada Birch');
  for (const name of [undefined, 7, '  ', 'Ada\u0000', 'Ada\u2028', 'A\u2028B', 'a'.repeat(121)])
    assert.equal(nameFrom({ name }, email), 'Ada');
});
