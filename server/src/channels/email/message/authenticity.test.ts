import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { authenticityOf, authenticityUnchecked, isQuicklyChecked, type ResolveDns } from './authenticity.ts';
import { parseDelivery } from './parse-mail.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const zone =
  (records: Record<string, string>): ResolveDns =>
  async (name, type) => {
    const text = type === 'TXT' ? records[name] : undefined;
    if (text === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return [[text]];
  };
const key = { 's1._domainkey.customer.test': `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}` };
const reject = { '_dmarc.customer.test': 'v=DMARC1; p=reject' };

const plain = Buffer.from(
  'From: Noor <noor@customer.test>\r\nTo: support@birch.test\r\nSubject: Hi\r\nMessage-ID: <1@customer.test>\r\n\r\nHello\r\n',
);

async function signed(domain: string): Promise<Buffer> {
  const key = { signingDomain: domain, selector: 's1', privateKey: keys.privateKey };
  const { signatures } = await dkimSign(plain, { ...key, signatureData: [key] });
  assert.match(signatures, /^DKIM-Signature:/);
  return Buffer.concat([Buffer.from(signatures), plain]);
}

async function judge(raw: Buffer, resolve: ResolveDns, timeoutMilliseconds = 60_000) {
  const mail = await parseDelivery(raw, 'message/rfc822');
  assert.ok(mail);
  return authenticityOf(raw, mail, { resolve, relay: 'in.desk.test', timeoutMilliseconds });
}
const results = (server: string, verdict: string) =>
  Buffer.concat([Buffer.from(`Authentication-Results: ${server}; dmarc=${verdict}\r\n`), plain]);

test('a valid signature of the sender’s domain proves the mail, with or without a policy', async () => {
  assert.equal(await judge(await signed('customer.test'), zone(key)), 'proven');
  assert.equal(await judge(await signed('customer.test'), zone({ ...key, ...reject })), 'proven');
});

test('a signature of another domain proves nothing', async () => {
  const other = { 's1._domainkey.cedar.test': key['s1._domainkey.customer.test'] };
  assert.equal(await judge(await signed('cedar.test'), zone(other)), 'unproven');
  assert.equal(await judge(await signed('cedar.test'), zone({ ...other, ...reject })), 'disowned');
});

test('a body that was changed in transit proves nothing', async () => {
  const changed = Buffer.from((await signed('customer.test')).toString().replace('Hello', 'Hullo'));
  assert.equal(await judge(changed, zone({ ...key, ...reject })), 'disowned');
});

test('without a signature, the domain’s policy decides', async () => {
  assert.equal(await judge(plain, zone({})), 'unproven');
  assert.equal(await judge(plain, zone({ '_dmarc.customer.test': 'v=DMARC1; p=none' })), 'unproven');
  assert.equal(await judge(plain, zone(reject)), 'disowned');
});

test('our relay’s refusal counts; a forged pass and another server’s verdict do not', async () => {
  assert.equal(await judge(results('in.desk.test', 'fail'), zone({})), 'disowned');
  assert.equal(await judge(results('in.desk.test', 'pass'), zone({})), 'unproven');
  assert.equal(await judge(results('mx.elsewhere.test', 'fail'), zone({})), 'unproven');
});

test('name servers that never answer do not delay the mail', async () => {
  assert.equal(await judge(plain, () => new Promise(() => {}), 50), 'unproven');
});

test('if its signatures cannot be checked in time, the policy of the sender’s domain decides', async () => {
  const mail = await parseDelivery(await signed('customer.test'), 'message/rfc822');
  assert.ok(mail);
  const unchecked = (resolve: ResolveDns) =>
    authenticityUnchecked(mail, { resolve, relay: 'in.desk.test', timeoutMilliseconds: 60_000 });
  assert.equal(await unchecked(zone(key)), 'unproven');
  assert.equal(await unchecked(zone({ ...key, ...reject })), 'disowned');
});

test('mail that people write is checked at once, and mail that takes long is not', async () => {
  const lines = 'Where is my order of last week?\r\n'.repeat(3_000);
  assert.ok(isQuicklyChecked(Buffer.concat([await signed('customer.test'), Buffer.from(lines)])));
  const slow = [' \t\r\n'.repeat(30), 'a b '.repeat(600), '\r'.repeat(200), 'a'.repeat(200_000)];
  for (const body of slow) assert.ok(!isQuicklyChecked(Buffer.concat([plain, Buffer.from(body)])));
  assert.ok(!isQuicklyChecked(Buffer.from(`From: a@b.test\r\nX-Note: a\r\n${' a\r\n'.repeat(10_000)}\r\nwords`)));
});
