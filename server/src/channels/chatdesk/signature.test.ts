import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { chatdeskSignatureFits } from './signature.ts';

const secret = 'client-secret-of-birch';
const body = Buffer.from('{"topic":"ping","text":"Grüße"}');
const right = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`;

test('the right signature over the raw bytes is accepted', () => {
  assert.equal(chatdeskSignatureFits(body, right, secret), true);
});

const wrong: [string, string | undefined][] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['the digest without its scheme', right.slice(5)],
  ['another scheme', right.replace('sha1', 'sha256')],
  ['upper-case hex', right.toUpperCase().replace('SHA1', 'sha1')],
  ['a space in front', ` ${right}`],
  ['a newline behind', `${right}\n`],
  ['one digit less', right.slice(0, -1)],
  ['one digit more', `${right}0`],
  ['two headers in one', `${right}, ${right}`],
  ['another secret’s signature', `sha1=${createHmac('sha1', 'other').update(body).digest('hex')}`],
];
for (const [name, header] of wrong) {
  test(`${name} is refused`, () => assert.equal(chatdeskSignatureFits(body, header, secret), false));
}

test('a body that differs in one byte is refused', () => {
  assert.equal(chatdeskSignatureFits(Buffer.concat([body, Buffer.from('\n')]), right, secret), false);
});
