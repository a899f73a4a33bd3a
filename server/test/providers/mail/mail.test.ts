import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { postmarkEvent, rawMailEvent } from './inbound.ts';
import { buildMail, quoted } from './message.ts';
import { startMailSink, type MailSink } from './mail.ts';

let sink: MailSink;
before(async () => {
  sink = await startMailSink();
});
beforeEach(() => sink.reset());
after(() => sink.close());

const reply = {
  from: 'Desk <support@shop.test>',
  to: 'robin@customer.test',
  subject: 'Re: Grüße',
  text: 'On its way.',
  html: '<p>On its way.</p>',
  messageId: '<out-1@shop.test>',
  inReplyTo: '<in-1@customer.test>',
  references: ['<in-0@customer.test>', '<in-1@customer.test>'],
  headers: { 'Auto-Submitted': 'auto-replied' },
};

/** `socketTimeout` in milliseconds. Only a test that expects silence gives a short one, because the machine may be busy. */
async function send(socketTimeout = 60_000): Promise<unknown> {
  const { hostname, port } = new URL(sink.url);
  const transport = nodemailer.createTransport({ host: hostname, port: Number(port), socketTimeout });
  return await transport.sendMail(reply).finally(() => transport.close());
}

test('a mail is stored with envelope, headers and both bodies', async () => {
  await send();
  const [mail] = sink.mailsTo('robin@customer.test');
  assert.ok(mail);
  assert.deepEqual(mail.envelope, { from: 'support@shop.test', to: ['robin@customer.test'] });
  assert.deepEqual(
    [mail.subject, mail.text.trim(), mail.html.trim()],
    ['Re: Grüße', 'On its way.', '<p>On its way.</p>'],
  );
  assert.deepEqual([mail.messageId, mail.inReplyTo], ['<out-1@shop.test>', '<in-1@customer.test>']);
  assert.deepEqual(mail.references, ['<in-0@customer.test>', '<in-1@customer.test>']);
  assert.deepEqual(mail.headers['auto-submitted'], ['auto-replied']);
});

const refusals = [
  { at: 'connect', code: 421 },
  { at: 'recipient', code: 550 },
  { at: 'data', code: 451 },
] as const;
for (const { at, code } of refusals) {
  test(`a refusal at ${at} is answered ${code} and nothing is stored`, async () => {
    sink.failNext({ kind: 'refuse', at, code });
    await assert.rejects(send(), { responseCode: code });
    assert.equal(sink.mails.all.length, 0);
    await send();
    assert.equal(sink.mails.all.length, 1);
  });
}

test('after DATA the sender may get no answer although the mail is stored', async () => {
  sink.failNext({ kind: 'drop-after-data' });
  await assert.rejects(send());
  sink.failNext({ kind: 'hang-after-data' });
  await assert.rejects(send(3_000));
  assert.equal(sink.mails.all.length, 2);
  sink.failNext({ kind: 'drop-before-data' });
  await assert.rejects(send());
  assert.equal(sink.mails.all.length, 2);
});

test('a built message parses to its input', async () => {
  const history = quoted({ from: 'Desk', date: new Date(0), text: 'first\nsecond' });
  const { raw, messageId } = buildMail({
    from: 'Zoë Tester <zoe@customer.test>',
    to: 'support@shop.test',
    subject: 'Où est mon colis, et pourquoi la livraison prend-elle si longtemps cette fois-ci ?',
    text: `Bonjour\n\n${history}`,
    html: '<p>Bonjour</p>',
    inReplyTo: '<out-1@shop.test>',
    headers: { 'List-Id': '<news.shop.test>' },
    attachments: [{ fileName: 'label.txt', contentType: 'text/plain', content: Buffer.from('ünïcode') }],
  });
  const mail = await PostalMime.parse(raw);
  assert.deepEqual(
    [mail.from?.name, mail.from?.address, mail.messageId, mail.inReplyTo],
    ['Zoë Tester', 'zoe@customer.test', messageId, '<out-1@shop.test>'],
  );
  assert.match(mail.subject ?? '', /^Où est mon colis, et pourquoi .* cette fois-ci \?$/);
  assert.match(mail.text ?? '', /^Bonjour\n\nOn Thu, 01 Jan 1970.* Desk wrote:\n> first\n> second/);
  assert.equal(mail.html?.trim(), '<p>Bonjour</p>');
  assert.equal(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString(), 'ünïcode');
  assert.ok(
    raw
      .toString()
      .split('\r\n')
      .every((line) => !line.includes('\n')),
  );
});

test('a raw mail is signed over its bytes, including 8-bit ones', () => {
  const secret = `whsec_${Buffer.from('a key of our own').toString('base64')}`;
  const { raw } = buildMail({ from: 'a@customer.test', to: 'support@shop.test', subject: 's', text: 'Grüße' });
  const event = rawMailEvent(raw, { from: 'a@customer.test', to: 'support@shop.test' }, { secret });
  const signed = Buffer.concat([
    Buffer.from(`${event.headers['webhook-id']}.${event.headers['webhook-timestamp']}.`),
    raw,
  ]);
  const expected = createHmac('sha256', 'a key of our own').update(signed).digest('base64');
  assert.equal(event.headers['webhook-signature'], `v1,${expected}`);
  assert.equal(event.headers['x-envelope-to'], 'support@shop.test');
});

test('the Postmark form separates the provider’s id from the Message-ID', () => {
  const mail = {
    from: 'Robin <robin@customer.test>',
    to: 'support+tag@shop.test',
    subject: 's',
    text: 't',
    messageId: '<m@customer.test>',
  };
  const event = postmarkEvent(mail, { from: 'robin@customer.test', to: 'support+tag@shop.test' }, 'user:password');
  const body = event.body as {
    MessageID: string;
    OriginalRecipient: string;
    MailboxHash: string;
    Headers: { Name: string; Value: string }[];
  };
  assert.equal(event.headers['authorization'], `Basic ${Buffer.from('user:password').toString('base64')}`);
  assert.deepEqual(
    [body.OriginalRecipient, body.MailboxHash, 'RecordType' in body],
    ['support+tag@shop.test', 'tag', false],
  );
  assert.deepEqual(body.Headers[0], { Name: 'Return-Path', Value: '<robin@customer.test>' });
  assert.ok(body.MessageID !== '<m@customer.test>' && body.Headers.some((one) => one.Value === '<m@customer.test>'));
});
