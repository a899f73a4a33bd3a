import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bounces } from '../../src/channels/email/message/fixtures/bounces.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// Our mail that bounces.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const list = '/api/channels/email/suppressions';
const inbox = async () => (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;

async function arrives(raw: Buffer, from: string): Promise<void> {
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  await deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to: await inbox() }, signing));
}

const threadOf = (from: string, check: (thread: any) => void = () => {}) =>
  eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?channel=email&limit=200');
    const found = items.find((each: any) => each.customer.email === from);
    assert.ok(found);
    const thread = await stage.world.ada.gets(`/api/conversations/${found.id}`);
    check(thread);
    return thread;
  });

async function asks(from: string, text = 'How do I export my invoices of last year?'): Promise<void> {
  const mail = buildMail({ from: `Noor <${from}>`, to: await inbox(), subject: `Invoices for ${from}`, text });
  await arrives(mail.raw, from);
}

/** Asks a question, and waits for our answer: the mail that will bounce. */
async function answered(from: string) {
  await asks(from);
  const thread = await threadOf(from, ({ messages }) => assert.equal(messages.at(-1).delivery.status, 'sent'));
  const sent = stage.mail.mailsTo(from).at(-1);
  assert.ok(sent);
  return { thread, sentId: sent.messageId.replace(/[<>]/g, '') };
}

let reports = 0;
function reportOf(text: string, { to, id }: { to: string; id: string }): Buffer {
  const filled = text.replaceAll('{{id}}', id).replaceAll('{{to}}', to);
  return Buffer.from(`Message-ID: <report${(reports += 1)}@mx.test>\n${filled}`.replaceAll('\n', '\r\n'));
}

for (const [name, { text, status, final }] of Object.entries(bounces).filter(([, each]) => each.final)) {
  test(`${name}: the message failed, people get the conversation, the address is suppressed`, async () => {
    assert.ok(final);
    const to = `back${Object.keys(bounces).indexOf(name)}@customer.test`;
    const { thread, sentId } = await answered(to);
    assert.deepEqual([thread.owner, thread.status], ['ai', 'pending'], 'it seemed to be done');
    await arrives(reportOf(text, { to, id: sentId }), '');
    const back = await threadOf(to, ({ owner, status: now }) => assert.deepEqual([owner, now], ['human', 'open']));
    const reply = back.messages.find(({ kind }: any) => kind === 'ai');
    assert.equal(reply.delivery.status, 'failed');
    assert.match(reply.delivery.error, /^bounced: [A-Z].*\.( \(5\.\d+\.\d+\))$/);
    assert.ok(
      back.messages.some(({ kind, text: words }: any) => kind === 'event' && /could not be delivered/.test(words)),
    );

    const german = { 'accept-language': 'de' };
    const { body: read } = await stage.world.max.calls('GET', `/api/conversations/${back.id}`, undefined, german);
    const words = read.messages.filter(({ kind }: any) => kind === 'event').map(({ text: said }: any) => said);
    assert.match(words.join(), /Eine Antwort ließ sich nicht zustellen\. \(bounced: [A-Z]/);
    assert.doesNotMatch(words.join(), / (?:the|is|does|could|was) /);

    const { items } = await stage.world.wim.gets(`${list}?limit=200`);
    const suppressed = items.find(({ address }: any) => address === to);
    assert.equal(suppressed.status, status);
    const sentBefore = stage.mail.mailsTo(to).length;
    const body = { kind: 'reply', text: 'Are you there?' };
    const refused = await stage.world.max.posts(`/api/conversations/${back.id}/messages`, body, 409);
    assert.equal(refused.code, 'address_suppressed');
    assert.ok(refused.detail.includes(suppressed.reason));
    await stage.world.max.posts(`/api/conversations/${back.id}/messages`, { kind: 'note', text: 'Gone.' });

    // Mail from that address goes to people, without an automatic answer.
    await asks(to, 'How do I export my invoices, again?');
    await eventually(async () => {
      const { items: all } = await stage.world.ada.gets('/api/conversations?channel=email&limit=200');
      const own = all.filter((each: any) => each.customer.email === to);
      assert.equal(own.length, 2);
      assert.ok(own.every((each: any) => each.owner === 'human'));
    });
    assert.equal(stage.mail.mailsTo(to).length, sentBefore);

    await stage.world.max.deletes(`${list}/${suppressed.id}`, 403);
    await stage.world.mallory.deletes(`${list}/${suppressed.id}`, 404);
    await stage.world.wim.deletes(`${list}/${suppressed.id}`);
    await stage.world.wim.deletes(`${list}/${suppressed.id}`, 404);
    await stage.world.max.posts(`/api/conversations/${back.id}/messages`, body);
    await eventually(() => assert.equal(stage.mail.mailsTo(to).length, sentBefore + 1));
  });
}

test('a report of a delay is shown to people, and changes nothing else', async () => {
  const to = 'slow@customer.test';
  const { sentId } = await answered(to);
  const { text } = bounces['a delay, which is no failure'] ?? assert.fail();
  await arrives(reportOf(text, { to, id: sentId }), '');
  const thread = await threadOf(to, ({ messages }) =>
    assert.match(messages.at(-1).text, /^A mail is delayed: .*4\.4\.1/),
  );
  assert.deepEqual([thread.owner, thread.status], ['ai', 'pending']);
  assert.equal(thread.messages.find(({ kind }: any) => kind === 'ai').delivery.status, 'sent');
  const { items } = await stage.world.wim.gets(`${list}?limit=200`);
  assert.ok(items.every(({ address }: any) => address !== to));
});

test('a report that our mail has arrived says nothing about a delay', async () => {
  const to = 'arrived@customer.test';
  const { sentId } = await answered(to);
  const { text } = bounces['a delay, which is no failure'] ?? assert.fail();
  const report = text.replace('Action: delayed', 'Action: relayed').replace('Status: 4.4.1', 'Status: 2.1.9');
  await arrives(reportOf(report.replace('There was a temporary', 'It had a'), { to, id: sentId }), '');
  const thread = await threadOf(to, ({ messages }) => assert.match(messages.at(-1).text, /problem delivering/));
  assert.ok(thread.messages.every(({ text: words }: any) => !/A mail is delayed/.test(words)));
  assert.deepEqual([thread.owner, thread.status], ['ai', 'pending']);
});

test('a mail that is given up with a temporary status has failed, and its address is still good', async () => {
  const to = 'silent@customer.test';
  const { sentId } = await answered(to);
  const { text } = bounces['a delay, which is no failure'] ?? assert.fail();
  await arrives(reportOf(text.replace('Action: delayed', 'Action: failed'), { to, id: sentId }), '');
  const thread = await threadOf(to, ({ owner }) => assert.equal(owner, 'human'));
  assert.equal(thread.messages.find(({ kind }: any) => kind === 'ai').delivery.status, 'failed');
  const { items } = await stage.world.wim.gets(`${list}?limit=200`);
  assert.ok(items.every(({ address }: any) => address !== to));
});

test('a report that is only HTML is read', async () => {
  const to = 'hypertext@customer.test';
  const { sentId } = await answered(to);
  const html = '<p>Delivery to {{to}} failed: 550 5.1.10 RecipientNotFound</p><pre>Message-ID: &lt;{{id}}&gt;</pre>';
  const report = `From: postmaster@mx.test\nSubject: Undeliverable\nContent-Type: text/html\n\n${html}\n`;
  await arrives(reportOf(report, { to, id: sentId }), '');
  const thread = await threadOf(to, ({ owner }) => assert.equal(owner, 'human'));
  assert.match(thread.messages.find(({ kind }: any) => kind === 'ai').delivery.error, /5\.1\.10/);
});

for (const [what, place] of [
  ['in a field of Gmail', 'X-Original-Message-ID: <{{id}}>\n'],
  ['only in its own headers', ''],
] as const)
  test(`a report that names our mail ${what} is read`, async () => {
    const to = `named-${place.length}@customer.test`;
    const { sentId } = await answered(to);
    const head =
      'From: mailer-daemon@mx.test\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=c\n';
    const report = `Reporting-MTA: dns; mx.test\n${place}\nAction: failed\nStatus: 5.1.1\n`;
    const body = `--c\nContent-Type: message/delivery-status\n\n${report}--c--\n`;
    await arrives(reportOf(`${head}${place ? '' : 'In-Reply-To: <{{id}}>\n'}\n${body}`, { to, id: sentId }), '');
    const thread = await threadOf(to, ({ owner }) => assert.equal(owner, 'human'));
    assert.match(thread.messages.find(({ kind }: any) => kind === 'ai').delivery.error, /5\.1\.1/);
  });

const complaint = (type: string) => `From: Staff <staff@hotmail.test>
Subject: complaint about message from 192.0.2.1
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="cut"

--cut
Content-Type: text/plain

This is an abuse report for a message.

--cut
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Feedback/1.0
Version: 1
Original-Rcpt-To: {{to}}

--cut
Content-Type: message/rfc822

From: Birch <support@birch.test>
To: {{to}}
Message-ID: <{{id}}>
Subject: Re: Invoices

Open Billing.
--cut--
`;

test('to somebody who reports our mail as spam nothing more is sent until an admin allows it', async () => {
  const to = 'annoyed@customer.test';
  const { thread, sentId } = await answered(to);
  await arrives(reportOf(complaint('abuse'), { to, id: sentId }), 'staff@hotmail.test');
  const after = await threadOf(to, ({ messages }) =>
    assert.equal(messages.at(-1).text, 'The recipient reported our mail as spam.'),
  );
  assert.deepEqual([after.owner, after.status], [thread.owner, thread.status]);
  assert.equal(after.messages.find(({ kind }: any) => kind === 'ai').delivery.status, 'sent', 'it has arrived');
  const { items } = await stage.world.wim.gets(`${list}?limit=200`);
  assert.equal(items.find(({ address }: any) => address === to).reason, 'The recipient reported our mail as spam.');
  const { code } = await stage.world.max.posts(
    `/api/conversations/${after.id}/messages`,
    { kind: 'reply', text: 'Are you there?' },
    409,
  );
  assert.equal(code, 'address_suppressed');
});

test('a report about a signature, or about a mail that we never sent, stops no mail', async () => {
  const [reader, stranger] = ['reader@customer.test', 'stranger@customer.test'];
  const { sentId } = await answered(reader);
  await answered(stranger);
  for (const type of ['auth-failure', 'not-spam'])
    await arrives(reportOf(complaint(type), { to: reader, id: sentId }), 'staff@hotmail.test');
  await arrives(reportOf(complaint('abuse'), { to: stranger, id: 'reply.guess@inbound.test' }), 'staff@hotmail.test');
  await eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/channels/email/events?limit=200');
    assert.equal(items.filter(({ reason }: any) => reason === 'automated: complaint').length, 3);
  });
  const { items } = await stage.world.wim.gets(`${list}?limit=200`);
  assert.ok(items.every(({ address }: any) => address !== reader && address !== stranger));
});

test('a report about a mail that we never sent is ignored', async () => {
  const to = 'forged@customer.test';
  const { thread } = await answered(to);
  const { text } = bounces['a report of RFC 3464 with the mail'] ?? assert.fail();
  await arrives(reportOf(text, { to, id: 'reply.guess@inbound.test' }), '');
  // Once the next mail of the same kind is processed, this one is processed too.
  const { sentId } = await answered('probe@customer.test');
  await arrives(reportOf(text, { to: 'probe@customer.test', id: sentId }), '');
  await threadOf('probe@customer.test', ({ owner }) => assert.equal(owner, 'human'));
  const after = await threadOf(to);
  assert.deepEqual([after.owner, after.status], [thread.owner, thread.status]);
  const { items } = await stage.world.wim.gets(`${list}?limit=200`);
  assert.ok(items.every(({ address }: any) => address !== to));
  assert.deepEqual((await stage.world.mallory.gets(list)).items, []);
});

test('the pages of the suppression list have no gaps and no repeats', async () => {
  const all = (await stage.world.wim.gets(`${list}?limit=200`)).items.map(({ id }: any) => id);
  assert.ok(all.length >= 1);
  const { owner } = stage.server.desk.db;
  for (const n of [1, 2, 3])
    await owner.query(
      `insert into email_suppression values ($1, gen_random_uuid(), $2, 'The mailbox is closed.', null, 'x', now())`,
      [stage.world.birch.organizationId, `n${n}@customer.test`],
    );
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await stage.world.wim.gets(`${list}?limit=2${cursor}`);
    seen.push(...page.items.map(({ id }: any) => id));
    if (!page.next_cursor) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.equal(new Set(seen).size, all.length + 3);
  await stage.world.max.gets(list, 403);
});
