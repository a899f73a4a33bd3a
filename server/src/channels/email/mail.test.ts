import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDns, type DnsZone } from '../../../test/providers/dns.ts';
import { postmarkEvent, rawMailEvent } from '../../../test/providers/mail/inbound.ts';
import { buildMail, quoted, type Mail } from '../../../test/providers/mail/message.ts';
import { startMailSink, type MailSink } from '../../../test/providers/mail/mail.ts';
import type { SignedEvent } from '../../../test/providers/webhook-delivery.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { inScope, unscoped } from '../../platform/database/transaction.ts';
import type { CustomerMessage, OutgoingReply } from '../port/channel.logic.ts';
import { drainLane, send } from '../index.ts';

let server: TestServer;
let world: World;
let dns: DnsZone;
let sink: MailSink;
const basic = 'postmark:a-long-password';

before(async () => {
  [dns, sink] = await Promise.all([startDns(), startMailSink()]);
  server = await startServer({
    environment: {
      DNS_SERVERS: dns.server,
      EMAIL_INBOUND_DOMAIN: 'in.desk.test',
      EMAIL_INBOUND_BASIC: basic,
      SMTP_URL: sink.url.replace('//', '//desk:secret@'),
    },
  });
  world = await createWorld(server);
  const domain = await world.wim.posts('/api/channels/email/domains', { domain: 'birch.test' });
  const proof = domain.records[0];
  dns.set(proof.name, { TXT: [proof.value] });
  await world.wim.posts(`/api/channels/email/domains/${domain.id}/verify`, undefined, 200);
});
after(async () => {
  await server.close();
  await Promise.all([dns.close(), sink.close()]);
});

const mailOf = (more: Partial<Mail> = {}) =>
  buildMail({
    from: 'Noor Jansen <noor@customer.test>',
    to: 'support@birch.test',
    subject: 'Invoice',
    text: 'Where is it?',
    ...more,
  });

async function post(event: Pick<SignedEvent, 'raw' | 'headers'>) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/webhooks/email/inbound',
    headers: event.headers,
    payload: event.raw,
  });
  const challenge = answer.statusCode === 401 ? 'Signature, Basic realm="mail"' : undefined;
  assert.equal(answer.headers['www-authenticate'], challenge);
  return [answer.statusCode, answer.json().code ?? answer.json().status];
}
const arrives = (mail: { raw: Buffer }, to = 'support@birch.test', from = 'noor@customer.test') =>
  post(
    rawMailEvent(
      mail.raw,
      { from, to },
      { secret: server.desk.config.EMAIL_INBOUND_SECRET, at: server.desk.clock.now() },
    ),
  );

/** The lane of Birch's newest mail, and its message. */
async function newest(): Promise<{ lane: string; message: CustomerMessage }> {
  const scope = { organizationId: world.birch.organizationId };
  const row = await inScope(server.desk.db, scope, (tx) =>
    tx.selectFrom('inbound_event').select('lane_key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  );
  const messages: CustomerMessage[] = [];
  await drainLane(
    server.desk,
    { ...scope, channel: 'email', lane: row.lane_key },
    {
      handle: async (event) => void (event.kind === 'customer_message' && messages.push(event)),
      onDeadLetter: async () => assert.fail('dead-lettered'),
    },
  );
  const message = messages.at(-1);
  assert.ok(message);
  return { lane: row.lane_key, message };
}

let keys = 0;
const words = (thread: string, more: Partial<OutgoingReply> = {}): OutgoingReply => ({
  kind: 'reply',
  channel: 'email',
  thread,
  key: `reply:${++keys}`,
  attempt: 1,
  firstAttemptAt: new Date(),
  text: 'It is in *Billing*.',
  html: null,
  subject: 'Invoice',
  customer: { email: 'noor@customer.test', name: 'Noor Jansen' },
  author: 'ai',
  status: null,
  tags: [],
  ...more,
});
const sends = (reply: OutgoingReply) => send(server.desk, world.birch, reply);

test('a signed mail to a verified domain is stored once and read', async () => {
  const mail = mailOf({ text: 'Grüße! Where is it?' });
  assert.deepEqual(await arrives(mail), [202, 'accepted']);
  assert.deepEqual(await arrives(mail), [200, 'duplicate']);
  const { message } = await newest();
  assert.equal(message.text, 'Grüße! Where is it?');
  assert.equal(message.subject, 'Invoice');
  assert.deepEqual([message.customer.identity, message.customer.name], ['noor@customer.test', 'Noor Jansen']);
  assert.equal(message.authenticity, 'unproven', 'nobody has proven who wrote it');
  assert.equal(message.automated, null);
});

test('unsigned, mis-signed and stale mail is refused, and so is Basic with another password', async () => {
  const { raw } = mailOf();
  const envelope = { from: 'noor@customer.test', to: 'support@birch.test' };
  const { EMAIL_INBOUND_SECRET: secret } = server.desk.config;
  const at = (seconds: number) => new Date(server.desk.clock.now().getTime() + seconds * 1_000);
  const good = rawMailEvent(raw, envelope, { secret, at: at(0) });
  const unsigned = { raw, headers: { 'content-type': 'message/rfc822', 'x-envelope-to': envelope.to } };
  for (const event of [
    unsigned,
    { ...good, raw: mailOf().raw },
    rawMailEvent(raw, envelope, { secret, at: at(-302) }),
    rawMailEvent(raw, envelope, { secret: 'whsec_b3RoZXIgb3RoZXIgb3RoZXI=', at: at(0) }),
  ]) {
    assert.deepEqual(await post(event), [401, 'signature_invalid']);
  }
  const json = postmarkEvent(
    { from: 'noor@customer.test', to: envelope.to, subject: 's', messageId: '<p1@customer.test>' },
    envelope,
    `${basic}x`,
  );
  assert.deepEqual(await post(json), [401, 'signature_invalid']);
  // The media type chooses the verifier: a signature does not replace the password.
  assert.deepEqual(await post({ raw: json.raw, headers: { ...good.headers, 'content-type': 'application/json' } }), [
    401,
    'signature_invalid',
  ]);
  assert.deepEqual(await post({ raw, headers: { 'content-type': 'multipart/form-data; boundary=x' } }), [
    415,
    'unsupported_media_type',
  ]);
});

test('an organization’s own secret signs mail for its own recipients only', async () => {
  const path = '/api/channels/email/inbound-config';
  const birch = (await world.wim.gets(`${path}?reveal=true`)).signing_secret;
  const cedar = (await world.mallory.gets(`${path}?reveal=true`)).signing_secret;
  const { forward_to: cedarInbox } = await world.mallory.gets(path);
  const signedWith = (secret: string, to: string) =>
    post(rawMailEvent(mailOf({ to }).raw, { from: 'noor@customer.test', to }, { secret, at: server.desk.clock.now() }));
  const events = async (organizationId: string) =>
    (await inScope(server.desk.db, { organizationId }, (tx) => tx.selectFrom('inbound_event').select('id').execute()))
      .length;
  const before = await events(world.birch.organizationId);
  assert.deepEqual(await signedWith(birch, 'support@birch.test'), [202, 'accepted']);
  assert.deepEqual(await signedWith(cedar, 'support@birch.test'), [401, 'signature_invalid']);
  assert.deepEqual(await signedWith(birch, 'nobody@nowhere.test'), [401, 'signature_invalid']);
  assert.deepEqual(await signedWith(cedar, `support@birch.test, ${cedarInbox}`), [202, 'accepted']);
  assert.equal(await events(world.birch.organizationId), before + 1, 'only for Cedar');
});

test('a signed mail cannot be replayed to somebody else', async () => {
  const secret = server.desk.config.EMAIL_INBOUND_SECRET;
  const event = rawMailEvent(
    mailOf().raw,
    { from: 'noor@customer.test', to: 'support@birch.test' },
    { secret, at: server.desk.clock.now() },
  );
  assert.deepEqual(await post(event), [202, 'accepted']);
  assert.deepEqual(await post(event), [200, 'duplicate']);
  const elsewhere = { ...event, headers: { ...event.headers, 'x-envelope-to': 'other@birch.test' } };
  assert.deepEqual(await post(elsewhere), [401, 'signature_invalid']);
});

test('a Postmark delivery is the same mail', async () => {
  const mail = {
    from: 'Noor Jansen <noor@customer.test>',
    to: 'support@birch.test',
    subject: 'By JSON',
    text: 'Hello',
    messageId: '<json@customer.test>',
  };
  const event = postmarkEvent(mail, { from: 'noor@customer.test', to: 'support@birch.test' }, basic);
  assert.deepEqual(await post(event), [202, 'accepted']);
  assert.deepEqual(await arrives(mailOf({ messageId: mail.messageId })), [200, 'duplicate'], 'known by its Message-ID');
  const { message } = await newest();
  assert.deepEqual([message.subject, message.text, message.customer.name], ['By JSON', 'Hello', 'Noor Jansen']);
});

test('the envelope alone chooses the organization; mail for nobody is kept as unroutable', async () => {
  const mail = mailOf({ to: 'support@birch.test' });
  assert.deepEqual(await arrives(mail, 'support@cedar.test'), [200, 'unroutable']);
  assert.deepEqual(await arrives(mail, 'support@cedar.test'), [200, 'unroutable']);
  const kept = await unscoped(server.desk.db, (tx) => tx.selectFrom('unroutable_mail').selectAll().execute());
  assert.deepEqual(
    kept.map((row) => row.reason),
    ['unknown_recipient'],
  );
});

test('mail forwarded to the inbound address belongs to its organization and is answered from the public address', async () => {
  const { forward_to } = await world.max.gets('/api/channels/email/inbound-config');
  assert.deepEqual(await arrives(mailOf({ to: 'Help <help@birch.test>' }), forward_to.toUpperCase()), [
    202,
    'accepted',
  ]);
  const { lane } = await newest();
  await sends(words(lane));
  assert.equal(sink.mails.all.at(-1)?.envelope.from, 'help@birch.test');
});

test('an answer is sent in the thread, marked as automatic, from the address that the customer wrote to', async () => {
  const mail = mailOf({ subject: 'Password', references: ['<root@customer.test>'] });
  await arrives(mail);
  const { lane } = await newest();
  const reply = words(lane, { subject: 'Password', key: 'reply:answer' });
  const delivered = await sends(reply);
  const sent = sink.mails.all.at(-1)!;
  assert.deepEqual(delivered, { kind: 'sent', providerMessageId: sent.messageId.slice(1, -1) });
  assert.deepEqual(sent.envelope, { from: 'support@birch.test', to: ['noor@customer.test'] });
  assert.equal(sent.subject, 'Re: Password');
  assert.match(sent.messageId, /^<reply\.answer\.[a-z2-7]{16}@birch\.test>$/);
  assert.equal(sent.inReplyTo, mail.messageId);
  const token = String(sent.headers['reply-to']);
  assert.deepEqual(sent.references, [`<${token}>`, '<root@customer.test>', mail.messageId]);
  assert.match(token, /^support\+t_[a-z2-7]{16}_[a-z2-7]{16}@birch\.test$/);
  assert.deepEqual(sent.headers['auto-submitted'], ['auto-replied']);
  assert.deepEqual(sent.headers['x-auto-response-suppress'], ['OOF, AutoReply']);
  assert.ok(sent.headers['x-loop']);
  assert.equal(sent.text.trim(), 'It is in *Billing*.');
  assert.match(sent.html, /<p>It is in \*Billing\*\.<\/p>/);

  await sends(words(lane, { author: 'human' }));
  assert.equal(sink.mails.all.at(-1)?.headers['auto-submitted'], undefined, 'a person’s words are a person’s');
});

test('answers find their thread by token and by Message-ID; strangers and disowned mail do not', async () => {
  await arrives(mailOf({ subject: 'Threads' }));
  const { lane } = await newest();
  await sends(words(lane, { key: 'reply:thread' }));
  const ours = sink.mails.all.at(-1)!;
  const token = String(ours.headers['reply-to']);
  const answering = {
    subject: 'Re: Threads',
    inReplyTo: ours.messageId,
    text: `Thanks!\n\n${quoted({ from: 'Support', date: new Date(), text: 'It is in Billing.' })}`,
  };

  await arrives(mailOf({ ...answering, inReplyTo: '<unknown@x.test>' }), token);
  const byToken = await newest();
  assert.equal(byToken.lane, lane);
  assert.equal(byToken.message.text, 'Thanks!');
  assert.match(byToken.message.quotedText, /Billing/);

  await arrives(mailOf(answering));
  assert.equal((await newest()).lane, lane);

  const stranger = { ...answering, from: 'mallory@cedar.test' };
  await arrives(mailOf(stranger), 'support@birch.test', 'mallory@cedar.test');
  assert.notEqual((await newest()).lane, lane, 'an id that was forwarded gives no entry');

  dns.set('_dmarc.customer.test', { TXT: ['v=DMARC1; p=reject'] });
  await arrives(mailOf(answering));
  const disowned = await newest();
  dns.remove('_dmarc.customer.test');
  assert.notEqual(disowned.lane, lane);
  assert.equal(disowned.message.authenticity, 'disowned');
});

test('our own mail coming back is a loop, and automatic mail is marked', async () => {
  const loop = String(sink.mails.all.at(-1)?.headers['x-loop']);
  await arrives(mailOf({ headers: { 'X-Loop': loop } }));
  assert.equal((await newest()).message.automated?.kind, 'own_loop');
  await arrives(mailOf({ from: 'support@birch.test' }), 'support@birch.test', 'support@birch.test');
  assert.equal((await newest()).message.automated?.kind, 'own_loop');
  await arrives(mailOf({ headers: { 'Auto-Submitted': 'auto-replied' } }));
  assert.deepEqual((await newest()).message.automated, { kind: 'auto_reply', strength: 'strong' });
  await arrives(mailOf({}), 'support@birch.test', '<>');
  assert.equal((await newest()).message.automated?.kind, 'bounce');
});

test('HTML-only mail is read without its hidden text', async () => {
  await arrives(
    buildMail({
      from: 'noor@customer.test',
      to: 'support@birch.test',
      subject: 'H',
      html: '<p>Hello</p><p style="display:none">Ignore</p>',
    }),
  );
  assert.equal((await newest()).message.text, 'Hello');
});

test('a mail is retried after a relay refused us rather than the mail', async () => {
  await arrives(mailOf({ subject: 'Relay' }));
  const { lane } = await newest();
  const reply = words(lane);
  for (const [attempt, at, code] of [
    [1, 'login', 535],
    [2, 'connect', 554],
  ] as const) {
    sink.failNext({ kind: 'refuse', at, code });
    const delivered = await sends({ ...reply, attempt });
    assert.deepEqual([delivered.kind, 'why' in delivered && delivered.why], ['retry', `SMTP ${code}`]);
  }
  assert.equal((await sends({ ...reply, attempt: 3 })).kind, 'sent');
});

test('a mail in doubt after SMTP is never sent again, a mail refused early is', async () => {
  await arrives(mailOf({ subject: 'SMTP' }));
  const { lane } = await newest();
  sink.failNext({ kind: 'refuse', at: 'recipient', code: 450 });
  const early = words(lane);
  assert.equal((await sends(early)).kind, 'retry');
  assert.equal((await sends({ ...early, attempt: 2 })).kind, 'sent');

  for (const at of ['recipient', 'data'] as const) {
    sink.failNext({ kind: 'refuse', at, code: 550 });
    assert.equal((await sends(words(lane))).kind, 'refused');
  }

  sink.failNext({ kind: 'drop-after-data' });
  const doubtful = words(lane);
  assert.equal((await sends(doubtful)).kind, 'unknown');
  const count = sink.mails.all.length;
  assert.equal((await sends({ ...doubtful, attempt: 2 })).kind, 'unknown');
  assert.equal(sink.mails.all.length, count, 'it may be there already');
});
