import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { after, before, test } from 'node:test';
import { deliverMail, postmarkEvent, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail, type MailAttachment } from '../providers/mail/message.ts';
import { ticketAttachment } from '../providers/ticketdesk/ticketdesk.ts';
import type { Caller } from '../world.ts';
import { conversationOf, eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// Files from customers, and files that people send to customers.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const photo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 1, 2, 3]);
const form = (name: string, type: string, bytes: Buffer) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  body: Buffer.concat([
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--cut--\r\n'),
  ]),
});

const uploads = async (
  who: Caller,
  id: string,
  { name = 'label.pdf', type = 'application/pdf', bytes = photo, status = 201, key = '' } = {},
) => {
  const { headers, body } = form(name, type, bytes);
  const more = key ? { 'idempotency-key': key } : {};
  const answer = await who.calls('POST', `/api/conversations/${id}/attachments`, body, { ...headers, ...more });
  assert.equal(answer.status, status, answer.text);
  return answer.body;
};

const downloads = async (url: string, who = stage.world.max) => {
  const answer = await stage.server.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

let mails = 0;
async function mailArrives(text: string, attachments: MailAttachment[], from = `noor${(mails += 1)}@customer.test`) {
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const mail = buildMail({ from: `Noor <${from}>`, to, subject: `Question ${mails}`, text, attachments });
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  await deliverMail(stage.hooks.email, rawMailEvent(mail.raw, { from, to }, signing));
  return conversationFrom(from);
}

const conversationFrom = (from: string) =>
  eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?channel=email&limit=200');
    const found = items.find((each: any) => each.customer.email === from);
    assert.ok(found);
    return stage.world.ada.gets(`/api/conversations/${found.id}`);
  });

test('the files of a mail are stored with it, and are downloaded, never displayed', async () => {
  const page = Buffer.from('<script>alert(1)</script>');
  const { id, messages } = await mailArrives('How do I export my invoices? My account is the blue one.', [
    { fileName: 'Überblick.png', contentType: 'image/png', content: photo },
    { fileName: '../../etc/page.html', contentType: 'text/html', content: page },
  ]);
  const [{ id: message, attachments }] = messages;
  assert.deepEqual(
    attachments.map(({ name, media_type, bytes }: any) => [name, media_type, bytes]),
    [
      ['Überblick.png', 'image/png', photo.length],
      ['page.html', 'text/html', page.length],
    ],
  );
  const [first, second] = attachments;
  assert.equal(first.url, `/api/conversations/${id}/messages/${message}/attachments/${first.id}`);
  const saved = await downloads(first.url);
  assert.equal(saved.status, 200);
  assert.deepEqual(saved.bytes, photo);
  const html = await downloads(second.url);
  assert.deepEqual(html.bytes, page);
  assert.equal(html.headers['content-security-policy'], 'sandbox');
  assert.equal(html.headers['x-content-type-options'], 'nosniff');
  assert.match(String(html.headers['content-disposition']), /^attachment; filename\*=UTF-8''page\.html$/);

  assert.equal((await downloads(first.url, stage.world.mallory)).status, 404);
  const foreign = first.url.replace(message, '00000000-0000-7000-8000-000000000000');
  assert.equal((await downloads(foreign)).status, 404);
  assert.equal((await stage.server.app.inject({ url: first.url })).statusCode, 401);
});

test('the files of a mail that the provider sends as fields are stored too', async () => {
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const event = postmarkEvent(
    {
      from: 'Noor <noor.fields@customer.test>',
      to,
      subject: 'A file',
      text: 'How do I export my invoices of last year?',
      messageId: '<fields@customer.test>',
      attachments: [{ fileName: 'plan.bin', contentType: 'Application/X; name=y', content: photo }],
    },
    { from: 'noor.fields@customer.test', to },
    'postmark:pass',
  );
  await deliverMail(stage.hooks.email, event);
  const { messages } = await conversationFrom('noor.fields@customer.test');
  assert.equal(messages[0].attachments[0].media_type, 'application/x');
  assert.deepEqual((await downloads(messages[0].attachments[0].url)).bytes, photo);
});

test('an admin can download the original mail', async () => {
  const { id, messages } = await mailArrives('How do I export my invoices? As it came, please.', []);
  const url = `/api/conversations/${id}/messages/${messages[0].id}/original`;
  const { status, headers, bytes } = await downloads(url, stage.world.wim);
  assert.equal(status, 200);
  assert.match(bytes.toString(), /^From: [\s\S]*As it came, please\./m);
  assert.equal(headers['content-type'], 'message/rfc822');
  assert.equal(headers['content-security-policy'], 'sandbox');
  assert.equal((await downloads(url, stage.world.max)).status, 403);
  assert.equal((await downloads(url, stage.world.mallory)).status, 404);
  const byFields = await conversationFrom('noor.fields@customer.test');
  const json = await downloads(
    `/api/conversations/${byFields.id}/messages/${byFields.messages[0].id}/original`,
    stage.world.wim,
  );
  assert.equal(JSON.parse(json.bytes.toString()).Subject, 'A file');
  const [event] = (await stage.world.ada.gets(`/api/conversations/${id}`)).messages.filter(
    (each: any) => each.kind !== 'customer',
  );
  if (event) assert.equal((await downloads(url.replace(messages[0].id, event.id), stage.world.wim)).status, 404);
});

test('a photo without text is not an empty message, and goes to people', async () => {
  const opened = await mailArrives('', [{ fileName: 'IMG 1.jpg', contentType: 'image/jpeg', content: photo }]);
  const thread = await eventually(async () => {
    const now = await stage.world.ada.gets(`/api/conversations/${opened.id}`);
    assert.equal(now.owner, 'human');
    return now;
  });
  assert.equal(thread.messages[0].text, '(No text, only attachments) IMG 1.jpg');
  assert.equal(thread.last_decision.reason, 'attachment_unsupported');
  assert.match(thread.last_decision.handover.note, /^Asked: \(no words\)\n[^]*\nFiles: IMG 1\.jpg\n/);
  assert.equal(thread.messages[0].attachments.length, 1);
});

const chatPhoto = () => {
  const file = { name: 'roof.png', url: `${stage.chatdesk.url}/roof.png`, content_type: 'image/png' };
  return { type: 'upload' as const, ...file, filesize: photo.length, width: null, height: null };
};

test('a question that refers to its file goes to people, and one about files in general is answered', async () => {
  const files = [{ fileName: 'label.jpg', contentType: 'image/jpeg', content: photo }];
  const decided = async (text: string): Promise<string> => {
    const { id } = await mailArrives(text, files);
    return eventually(async () => {
      const { last_decision } = await stage.world.ada.gets(`/api/conversations/${id}`);
      assert.ok(last_decision);
      return last_decision.reason;
    });
  };
  const pointing = 'How do I export my invoices? Auf dem Foto sehen Sie, welche ich meine.';
  assert.equal(await decided(pointing), 'attachment_unsupported');
  const general = 'How do I export my invoices? My scanner came with an attachment that does not fit.';
  assert.notEqual(await decided(general), 'attachment_unsupported');
});

test('a photo without text is no report of danger, neither at first nor when people have the conversation', async () => {
  const { chatdesk, hooks, world } = stage;
  const attachments = [chatPhoto()];
  const opened = chatdesk.events.userCreated({ text: '', attachments });
  await chatdesk.deliver(hooks.chatdesk, opened);
  const first = await conversationOf(stage, opened.conversationId, (each) => assert.equal(each.handovers.length, 1));
  assert.equal(first.last_decision.signals.human_only, undefined);
  assert.equal(first.priority, 'normal');
  assert.match(first.handovers[0].note, /^Asked:/);

  await world.max.posts(`/api/conversations/${first.id}/messages`, { kind: 'reply', text: 'Please send another.' });
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(opened.conversationId, { text: '', attachments }));
  const seen = await eventually(async () => {
    const { items } = await world.max.gets(`/api/conversations/${first.id}/decisions`);
    assert.equal(items.length, 2);
    return items.find(({ disposition }: any) => disposition === 'stopped');
  });
  assert.equal(seen.signals.human_only, undefined);
  assert.equal((await world.max.gets(`/api/conversations/${first.id}`)).priority, 'normal');
});

test('a file beside thanks, or beside a signature alone, goes to people: it does not only confirm', async () => {
  const from = 'ines@customer.test';
  const opened = await mailArrives('How do I export my invoices of this year?', [], from);
  await eventually(() => assert.equal(stage.mail.mailsTo(from).length, 1));
  const [answer] = stage.mail.mailsTo(from);
  const [to] = answer!.headers['reply-to'] ?? [];
  const attachments = [{ fileName: 'IMG 2.jpg', contentType: 'image/jpeg', content: photo }];
  const words = { from, to: to!, subject: 'Re: Question', text: 'Sent from my iPhone', attachments };
  const { raw } = buildMail({ ...words, inReplyTo: answer!.messageId, references: [answer!.messageId] });
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  await deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to: to! }, signing));
  await goesToPeople(opened.channel_reference);

  const { chatdesk, hooks } = stage;
  const asked = chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  await chatdesk.deliver(hooks.chatdesk, asked);
  await conversationOf(stage, asked.conversationId, (each) => assert.equal(each.status, 'pending'));
  const sent = { text: 'Thanks', attachments: [chatPhoto()] };
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(asked.conversationId, sent));
  await goesToPeople(asked.conversationId);
});

const goesToPeople = (reference: string) =>
  conversationOf(stage, reference, ({ messages, owner, last_decision: decision }) => {
    assert.equal(messages.filter(({ kind }: any) => kind === 'customer').length, 2);
    assert.deepEqual([owner, decision.reason], ['human', 'attachment_unsupported']);
  });

test('the name of a file may be long and consist of emoji', async () => {
  for (const name of ['🙂'.repeat(600), `x${'🙂'.repeat(600)}`, `a/${'🙂'.repeat(600)}/y`]) {
    const event = stage.chatdesk.events.userCreated({
      text: 'Please look at the file.',
      attachments: [
        {
          type: 'upload',
          name,
          url: `${stage.chatdesk.url}/file`,
          content_type: 'image/png',
          filesize: 9,
          width: null,
          height: null,
        },
      ],
    });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    const { messages } = await conversationOf(stage, event.conversationId);
    assert.match(messages[0].attachments[0].name, /^x?🙂+$/u);
  }
});

test('over the quota a file is listed, and an upload is refused', async () => {
  const small = await setStage({ environment: { STORAGE_QUOTA_MB: '1' } });
  try {
    const { forward_to: to } = await small.world.ada.gets('/api/channels/email/inbound-config');
    const content = Buffer.alloc(1_200_000, 7);
    const mail = buildMail({
      from: 'noor@customer.test',
      to,
      subject: 'Large',
      text: 'Please look at the file, it is about my refund.',
      attachments: [{ fileName: 'large.bin', contentType: 'application/octet-stream', content }],
    });
    const signing = { secret: inboundSecret, at: small.server.desk.clock.now() };
    await deliverMail(small.hooks.email, rawMailEvent(mail.raw, { from: 'noor@customer.test', to }, signing));
    const { id, messages } = await eventually(async () => {
      const { items } = await small.world.ada.gets('/api/conversations');
      assert.equal(items.length, 1);
      return small.world.ada.gets(`/api/conversations/${items[0].id}`);
    });
    const [listed] = messages[0].attachments;
    assert.deepEqual([listed.name, listed.bytes, listed.url], ['large.bin', content.length, undefined]);
    const refused = await uploads(small.world.max, id, { bytes: content, status: 507 });
    assert.equal(refused.code, 'quota');
    const { headers, body } = form('half.bin', 'application/octet-stream', content.subarray(600_000));
    const atOnce = await Promise.all(
      [1, 2, 3].map(() => small.world.max.calls('POST', `/api/conversations/${id}/attachments`, body, headers)),
    );
    assert.equal(atOnce.filter(({ status }) => status === 201).length, 1, 'each had room when it was sent');
  } finally {
    await small.close();
  }
});

test('a helpdesk’s file is proxied, and our token is sent only to the helpdesk’s own host', async () => {
  const { url, account } = stage.ticketdesk;
  account.files.set('own.png', photo).set('other.png', photo);
  // Another name of the same machine counts as another host.
  const other = url.replace('127.0.0.1', 'localhost');
  const files = [
    { ...ticketAttachment('own.png', 'image/png', photo.length), content_url: `${url}/attachments/own.png` },
    { ...ticketAttachment('other.png', 'image/png', photo.length), content_url: `${other}/elsewhere/other.png` },
    { ...ticketAttachment('gone.png', 'image/png', 9), content_url: `${url}/attachments/gone.png` },
  ];
  const opened = stage.ticketdesk.events.ticketOpened({
    subject: 'A broken part',
    text: 'Which part do I need for the export of invoices?',
    attachments: files,
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, opened);
  const { messages } = await conversationOf(stage, [...account.tickets.keys()].at(-1) ?? '');
  const [own, elsewhere, gone] = messages[0].attachments;
  assert.ok(!JSON.stringify(messages[0]).includes('content_url') && own.url.startsWith('/api/conversations/'));
  assert.deepEqual((await downloads(own.url)).bytes, photo);
  const through = await downloads(elsewhere.url);
  assert.equal(through.status, 200, String(through.bytes));
  assert.deepEqual(through.bytes, photo);
  assert.equal((await downloads(gone.url)).status, 502);
});

test('a person’s attachment reaches the customer by mail once', async () => {
  const from = 'noor.reply@customer.test';
  const { id } = await mailArrives('How do I export my invoices? I need them today.', [], from);
  const { id: file, url } = await uploads(stage.world.max, id, { name: 'Étiquette.pdf', key: 'upload-1' });
  assert.equal((await uploads(stage.world.max, id, { name: 'Étiquette.pdf', key: 'upload-1' })).id, file);
  assert.equal(url, undefined, 'nobody has sent it');
  const headers = { 'idempotency-key': 'send-1' };
  const body = { kind: 'reply', text: 'Here is your label.', attachment_ids: [file] };
  // The relay refuses once; the next attempt sends the complete mail.
  stage.mail.failNext({ kind: 'refuse', at: 'recipient', code: 451 });
  const posted = await stage.world.max.calls('POST', `/api/conversations/${id}/messages`, body, headers);
  assert.equal(posted.status, 201, posted.text);
  const again = await stage.world.max.calls('POST', `/api/conversations/${id}/messages`, body, headers);
  assert.equal(again.body.id, posted.body.id);
  const mail = await eventually(() => {
    const found = stage.mail.mailsTo(from).find((each) => each.text.includes('Here is your label'));
    assert.ok(found);
    return found;
  });
  const { attachments } = await PostalMime.parse(mail.raw);
  assert.deepEqual(
    attachments.map(({ filename, mimeType, content }) => [filename, mimeType, Buffer.from(content as ArrayBuffer)]),
    [['Étiquette.pdf', 'application/pdf', photo]],
  );
  const [shown] = posted.body.attachments;
  assert.deepEqual((await downloads(shown.url)).bytes, photo);
  assert.equal(stage.mail.mailsTo(from).filter((each) => each.text.includes('Here is your label')).length, 1);
  await stage.world.max.posts(`/api/conversations/${id}/messages`, body, 422);
});

test('a person’s attachment reaches the customer through each helpdesk’s interface for files', async () => {
  const chat = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, chat);
  const chatted = await conversationOf(stage, chat.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const { id: first } = await uploads(stage.world.max, chatted.id);
  const reply = { kind: 'reply', text: 'See the file.', attachment_ids: [first] };
  await stage.world.max.posts(`/api/conversations/${chatted.id}/messages`, reply);
  await eventually(() => {
    const [file] = stage.chatdesk.repliesTo(chat.conversationId).at(-1)?.attachments ?? [];
    assert.deepEqual([file?.name, file?.content_type, file?.filesize], ['label.pdf', 'application/pdf', photo.length]);
    assert.ok(file?.url.endsWith(photo.toString('base64')));
  });

  const opened = stage.ticketdesk.events.ticketOpened({ subject: 'Label', text: 'how do I export my invoices?' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, opened);
  const number = [...stage.ticketdesk.account.tickets.keys()].at(-1) ?? 0;
  const ticketed = await conversationOf(stage, number, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const { id: second } = await uploads(stage.world.max, ticketed.id, { name: 'Maß & mehr.pdf' });
  stage.ticketdesk.failNext({ kind: 'drop-answer' }, { on: 'POST /api/v2/uploads' });
  await stage.world.max.posts(`/api/conversations/${ticketed.id}/messages`, { ...reply, attachment_ids: [second] });
  await eventually(() => {
    const comments = stage.ticketdesk.repliesTo(number).filter(({ plain_body }) => plain_body.includes('See the file'));
    assert.equal(comments.length, 1, 'said once, although the first upload was in doubt');
    const [file] = comments[0]?.attachments ?? [];
    assert.deepEqual(
      [file?.file_name, file?.content_type, file?.size],
      ['Maß & mehr.pdf', 'application/pdf', photo.length],
    );
  });
});

test('a file belongs to one conversation and one message', async () => {
  const [one, other] = [
    await mailArrives('How do I export my invoices, one?', []),
    await mailArrives('How do I export my invoices, two?', []),
  ];
  const { id } = await uploads(stage.world.max, one.id);
  const body = { kind: 'note', text: 'for colleagues', attachment_ids: [id] };
  await stage.world.max.posts(`/api/conversations/${other.id}/messages`, body, 422);
  await uploads(stage.world.mallory, one.id, { status: 404 });
  await stage.world.mallory.posts(`/api/conversations/${one.id}/messages`, body, 404);
  const note = await stage.world.max.posts(`/api/conversations/${one.id}/messages`, body);
  assert.deepEqual((await downloads(note.attachments[0].url)).bytes, photo);
  await uploads(stage.world.max, one.id, { bytes: Buffer.alloc(0), status: 422 });
  const json = await stage.world.max.calls('POST', `/api/conversations/${one.id}/attachments`, {});
  assert.equal(json.status, 415);
  const large = await uploads(stage.world.max, one.id, { bytes: Buffer.alloc(26_214_401), status: 413 });
  assert.equal(large.code, 'payload_too_large');
  const halves = [];
  for (const fill of [1, 2])
    halves.push((await uploads(stage.world.max, one.id, { bytes: Buffer.alloc(14_000_000, fill) })).id);
  await stage.world.max.posts(`/api/conversations/${one.id}/messages`, { ...body, attachment_ids: halves }, 422);
});

const keyOf = async (file: string): Promise<unknown> =>
  (await stage.server.desk.db.owner.query('select blob_key from attachment where id = $1', [file])).rows[0]?.[
    'blob_key'
  ];

test('an unsent file is deleted after a day', async () => {
  const { id } = await mailArrives('How do I export my invoices, three?', []);
  const sent = await uploads(stage.world.max, id, { name: 'sent.pdf' });
  const note = await stage.world.max.posts(`/api/conversations/${id}/messages`, {
    kind: 'note',
    text: 'kept',
    attachment_ids: [sent.id],
  });
  const { id: unsent } = await uploads(stage.world.max, id, { name: 'unsent.pdf' });
  const { owner } = stage.server.desk.db;
  const key = String(await keyOf(unsent));
  assert.ok(await stage.server.desk.blobs.get(key));
  await owner.query(`update attachment set ends_at = ends_at - interval '23 hours'`);
  await stage.server.sweep();
  assert.ok(await keyOf(unsent), 'its day is not over');
  await owner.query(`update attachment set ends_at = ends_at - interval '61 minutes'`);
  const body = { kind: 'note', text: 'late', attachment_ids: [unsent] };
  await stage.world.max.posts(`/api/conversations/${id}/messages`, body, 422);
  await stage.server.sweep();
  assert.deepEqual([await keyOf(unsent), await stage.server.desk.blobs.get(key)], [undefined, null]);
  assert.deepEqual((await downloads(note.attachments[0].url)).bytes, photo);
});

test('a file that cannot be deleted keeps no other from being deleted', async () => {
  const { id } = await mailArrives('How do I export my invoices, stuck?', []);
  const files: string[] = [];
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) files.push((await uploads(stage.world.max, id, { name })).id);
  const [stuck = ''] = files;
  const { owner } = stage.server.desk.db;
  // By its date the first one of the sweep.
  await owner.query(`update attachment set ends_at = ends_at - interval '25 hours' where id = any($1)`, [files]);
  await owner.query(`update attachment set ends_at = ends_at - interval '1 hour' where id = $1`, [stuck]);
  const path = join(stage.server.desk.config.DATA_DIR, 'files', String(await keyOf(stuck)));
  const rows = async () => (await Promise.all(files.map(keyOf))).filter(Boolean).length;
  rmSync(path);
  mkdirSync(path); // A folder is not deleted as a file.
  await stage.server.sweep();
  assert.equal(await rows(), 1);
  assert.ok(await keyOf(stuck), 'the next sweep tries again');
  rmdirSync(path);
  await stage.server.sweep();
  assert.equal(await rows(), 0);
});

test('a large file is downloaded unchanged', async () => {
  const { id } = await mailArrives('How do I export my invoices, four?', []);
  const bytes = Buffer.alloc(20_000_000, 'frontdesk');
  const { id: file } = await uploads(stage.world.max, id, { name: 'large.zip', type: 'application/zip', bytes });
  const body = { kind: 'note', text: 'large', attachment_ids: [file] };
  const { attachments } = await stage.world.max.posts(`/api/conversations/${id}/messages`, body);
  const digest = (value: Buffer) => createHash('sha256').update(value).digest('hex');
  assert.equal(digest((await downloads(attachments[0].url)).bytes), digest(bytes));
});
