import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ticketdeskSignatureFits } from './signature.ts';

// Looks like base64 on purpose: the key is the text itself, not the decoded bytes.
const secret = 'c2lnbmluZy1zZWNyZXQtb2YtYmlyY2g=';
const body = Buffer.from('{"ticket_id":"4711"}');
const timestamp = '2026-03-02T10:00:00Z';
const now = new Date(timestamp);

const sign = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const mac = createHmac('sha256', key);
  for (const each of parts) mac.update(each);
  return mac.digest();
};
const right = sign(secret, timestamp, body).toString('base64');
const fits = (signature: string | undefined, more: { timestamp?: string; secrets?: string[]; at?: Date } = {}) =>
  ticketdeskSignatureFits(
    body,
    { signature, timestamp: more.timestamp ?? timestamp },
    more.secrets ?? [secret],
    more.at ?? now,
  );

test('a signature over TIMESTAMP before BODY, keyed by the secret as text, is accepted', () =>
  assert.equal(fits(right), true));

test('an empty body can be signed', () => {
  const signature = sign(secret, timestamp).toString('base64');
  assert.equal(ticketdeskSignatureFits(Buffer.alloc(0), { signature, timestamp }, [secret], now), true);
});

const wrong: [string, string | undefined][] = [
  ['BODY before TIMESTAMP, the formula of the old page,', sign(secret, body, timestamp).toString('base64')],
  ['a dot between them', sign(secret, timestamp, '.', body).toString('base64')],
  ['a decoded key', sign(Buffer.from(secret, 'base64'), timestamp, body).toString('base64')],
  ['hex', sign(secret, timestamp, body).toString('hex')],
  ['base64url', sign(secret, timestamp, body).toString('base64url')],
  ['trailing junk', `${right} `],
  ['nothing', undefined],
];
for (const [name, signature] of wrong) test(`${name} is refused`, () => assert.equal(fits(signature), false));

test('each of the valid secrets is accepted', () => {
  assert.equal(fits(right, { secrets: ['newer', secret] }), true);
  assert.equal(fits(right, { secrets: ['newer', 'newest'] }), false);
});

const times: [string, number, boolean][] = [
  ['exactly five minutes old', 300, true],
  ['a second older', 301, false],
  ['five minutes ahead', -300, true],
  ['a second further ahead', -301, false],
];
for (const [name, seconds, expected] of times) {
  test(`a timestamp ${name} is ${expected ? 'taken' : 'refused'}`, () =>
    assert.equal(fits(right, { at: new Date(now.getTime() + seconds * 1_000) }), expected));
}

const forms: [string, boolean][] = [
  ['2026-03-02T10:00:00.304701605Z', true],
  ['2026-03-02T11:00:00+01:00', true],
  ['2026-03-02 10:00:00Z', false],
  ['2026-03-02T10:00:00', false],
  ['1772445600', false],
  ['NaN', false],
  [' 2026-03-02T10:00:00Z', false],
  ['2026-13-02T10:00:00Z', false],
  ['2026-03-02T10:00:00.1234567890Z', false],
];
for (const [text, expected] of forms) {
  test(`the timestamp ${JSON.stringify(text)} is ${expected ? 'read' : 'refused'}`, () =>
    assert.equal(fits(sign(secret, text, body).toString('base64'), { timestamp: text }), expected));
}
