import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { basicAuthFits, mailSignature } from './webhook-signature.ts';

const key = Buffer.from('birch-installation-key-01');
const secret = `whsec_${key.toString('base64')}`;
const at = '1772445600';
const now = new Date(Number(at) * 1_000);
// Bytes that are not UTF-8: a verifier that reads text would change them.
const body = Buffer.from([0x53, 0x3a, 0x20, 0xe9, 0xff, 0x0d, 0x0a]);
const sign = (timestamp = at, bytes = body) =>
  `v1,${createHmac('sha256', key).update(`m1.${timestamp}.`).update(bytes).digest('base64')}`;
function fits(webhook: object = {}, when = now): boolean {
  const signature = mailSignature({ id: 'm1', timestamp: at, signature: sign(), ...webhook }, secret, when);
  for (const part of [body.subarray(0, 3), body.subarray(3)]) signature.see(part);
  return signature.fits();
}

test('a signature over the raw bytes is accepted', () => assert.equal(fits(), true));
test('one of several signatures is enough', () =>
  assert.equal(fits({ signature: `v1,${'A'.repeat(43)}= ${sign()}` }), true));

const wrong: [string, object][] = [
  ['no id', { id: undefined }],
  ['another id', { id: 'm2' }],
  ['no signature', { signature: undefined }],
  ['another version', { signature: sign().replace('v1,', 'v2,') }],
  ['no version', { signature: sign().slice(3) }],
  ['no timestamp', { timestamp: undefined }],
  ['a timestamp that is not a number', { timestamp: 'NaN', signature: sign('NaN') }],
  ['a negative timestamp', { timestamp: `-${at}`, signature: sign(`-${at}`) }],
  ['a fraction', { timestamp: `${at}.5`, signature: sign(`${at}.5`) }],
  ['a plus sign', { timestamp: `+${at}`, signature: sign(`+${at}`) }],
  ['the signature of other bytes', { signature: sign(at, Buffer.concat([body, body])) }],
];
for (const [name, change] of wrong) test(`${name} is refused`, () => assert.equal(fits(change), false));

test('five minutes of difference either way are tolerated, a second more is not', () => {
  const shifted = (seconds: number) => fits({}, new Date(now.getTime() + seconds * 1_000));
  assert.deepEqual([300, -300, 301, -301].map(shifted), [true, true, false, false]);
});

test('Basic credentials must be the configured ones, and without configuration none are accepted', () => {
  const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  assert.equal(basicAuthFits(header('post:mark'), 'post:mark'), true);
  assert.equal(basicAuthFits(header('post:mar'), 'post:mark'), false);
  assert.equal(basicAuthFits(header('post:mark') + '!', 'post:mark'), false);
  assert.equal(basicAuthFits(undefined, 'post:mark'), false);
  assert.equal(basicAuthFits(header(''), ''), false);
});
