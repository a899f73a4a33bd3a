import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { automatedMail, reportedMessageIds } from './automated.logic.ts';
import { addressList, plainAddress } from './mail.logic.ts';
import { parseDelivery, rawMail } from './parse-mail.ts';
import { wordsOf } from './read-mail.ts';

const eml = (name: string) => readFileSync(new URL(`fixtures/${name}.eml`, import.meta.url));
const parsed = async (raw: Uint8Array, mediaType = 'message/rfc822') => {
  const mail = await parseDelivery(raw, mediaType);
  assert.ok(mail);
  return mail;
};

test('a reply is read with its ids and its non-ASCII letters, and without its history', async () => {
  const mail = await parsed(eml('reply-with-quoted-history'));
  assert.deepEqual(mail.from, { address: 'joerg@customer.test', name: 'Jörg Tester' });
  assert.deepEqual(mail.to, ['support@birch.test', 'boss@customer.test']);
  assert.equal(mail.subject, 'Re: Kündigung');
  assert.deepEqual([mail.messageId, mail.inReplyTo], ['r2@customer.test', 'reply.1@birch.test']);
  assert.deepEqual(mail.references, ['r1@customer.test', 'reply.1@birch.test']);
  const { text, quoted } = wordsOf(mail);
  assert.equal(text, 'Danke, aber wie kündige ich genau?');
  assert.match(quoted, /Unter Abrechnung/);
});

test('a report contains the id of the mail that it is about', async () => {
  const mail = await parsed(eml('bounce-with-original-headers'));
  assert.deepEqual(reportedMessageIds(mail), ['reply.9@birch.test']);
  const verdict = automatedMail(mail, { envelopeFrom: null, ourAddresses: new Set(), loopMark: 'x' });
  assert.deepEqual(verdict, { kind: 'bounce', strength: 'strong' });
});

test('if there is nothing but history, the whole text counts as new', async () => {
  const mail = await parsed(Buffer.from('From: a@b.test\r\n\r\n> only a quotation\r\n'));
  assert.equal(wordsOf(mail).text, '> only a quotation');
});

test('the raw mail inside a Postmark delivery is preferred, with the line ends that were signed', async () => {
  const body = {
    MessageID: 'pm-1',
    FromFull: { Email: 'a@b.test', Name: '' },
    Headers: [],
    RawEmail: 'From: Raw <raw@b.test>\nSubject: Raw\n\nHello\n',
  };
  const raw = Buffer.from(JSON.stringify(body));
  assert.equal((await parsed(raw, 'application/json')).from?.address, 'raw@b.test');
  assert.match(
    new TextDecoder().decode(rawMail(raw, 'application/json') ?? undefined),
    /^From: Raw <raw@b.test>\r\nSubject/,
  );
});

for (const member of ['Content', 'Data'])
  test(`a file of a Postmark delivery is read from its ${member}`, async () => {
    const file = { Name: 'a.txt', ContentType: 'text/plain', ContentLength: 5, [member]: 'SGVsbG8=' };
    const body = { MessageID: 'pm-1', FromFull: { Email: 'a@b.test' }, Headers: [], Attachments: [file] };
    const [attachment] = (await parsed(Buffer.from(JSON.stringify(body)), 'application/json')).attachments;
    assert.deepEqual([attachment?.bytes, new TextDecoder().decode(attachment?.content)], [5, 'Hello']);
  });

const hostile: [string, Uint8Array][] = [
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(1_000)],
  [
    'parts within parts without end',
    Buffer.from('Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(500)),
  ],
  ['a header without end', Buffer.from(`Subject: ${'x'.repeat(600_000)}`)],
  ['a thousand references', Buffer.from(`From: a@b.test\r\nReferences: ${'<x@y.test> '.repeat(5_000)}\r\n\r\nx`)],
];
for (const [name, raw] of hostile)
  test(`${name}: read or refused, never thrown`, async () => void (await parseDelivery(raw, 'message/rfc822')));

const addresses: [string, string | null][] = [
  ['Ada <Ada@Birch.test>', 'ada@birch.test'],
  ['<ada@birch.test>', 'ada@birch.test'],
  ['ada@birch.test, bob@birch.test', null],
  ['ada@birch.test\r\nBcc: x@y.test', null],
  ['"a b"@birch.test', null],
  ['<>', null],
];
for (const [text, expected] of addresses)
  test(`${JSON.stringify(text)} is ${expected ?? 'no single address'}`, () =>
    assert.equal(plainAddress(text), expected));

test('an envelope may contain several recipients', () => {
  assert.deepEqual(addressList('<a@b.test>, C@D.test,,x'), ['a@b.test', 'c@d.test']);
});
