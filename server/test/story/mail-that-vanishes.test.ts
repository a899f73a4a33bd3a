import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { atRest, conversationWith, mailArrives } from './mail-stage.ts';
import { conversationOf, eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// No received message may be lost.
let stage: Stage;
let inbox: string;
before(async () => {
  stage = await setStage();
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const replacing = (from: string, to: string) => (built: Buffer) => Buffer.from(built.toString().replace(from, to));

test('a visitor who fills in a contact form is the customer, unproven, and gets an answer', async () => {
  const senders = ['no-reply@forms.test', 'forms@forms.test', `Our website <${inbox}>`];
  for (const [at, from] of senders.entries()) {
    const headers = { 'Reply-To': `Robin Visitor <robin${at}@customer.test>` };
    await mailArrives(stage, { from, to: inbox, headers, text: `How do I export my invoices? Form ${at}.` });
    const { customer, messages, owner } = await conversationWith(stage, `Form ${at}.`, atRest);
    assert.deepEqual(
      [customer.email, customer.name, customer.verified],
      [`robin${at}@customer.test`, 'Robin Visitor', false],
    );
    assert.equal(messages[0].authenticity === 'proven', false);
    assert.equal(owner, 'ai', from);
    assert.equal(stage.mail.mailsTo(`robin${at}@customer.test`).length, 1);
  }
  assert.equal(stage.mail.mailsTo('no-reply@forms.test').length, 0);
});

test('people get a form whose service adds the headers of mass mail', async () => {
  for (const [at, [name, value]] of [
    ['List-Unsubscribe', '<https://sender.test/u>'],
    ['Precedence', 'bulk'],
  ].entries()) {
    const headers = { 'Reply-To': `Robin <robin@visitor${at}.test>`, [String(name)]: String(value) };
    await mailArrives(stage, { from: 'forms@sender.test', to: inbox, headers, text: `My roof leaks. Mass ${at}.` });
    const { customer, owner } = await conversationWith(stage, `Mass ${at}.`, atRest);
    assert.deepEqual([customer.email, owner], [`robin@visitor${at}.test`, 'human']);
  }
});

test('people get a form that names its visitor only in its text, and no machine answers the form', async () => {
  const text = 'Name: Robin\nEmail: robin@visitor.test\nMessage: How do I export my invoices?';
  await mailArrives(stage, { from: 'Forms <no-reply-forms@sender.test>', to: inbox, text });
  const { messages, owner } = await conversationWith(stage, 'robin@visitor.test', atRest);
  assert.deepEqual([messages[0].text, owner], [text, 'human']);
  assert.equal(stage.mail.mailsTo('no-reply-forms@sender.test').length, 0);
});

test('mail with an unreadable sender becomes a conversation for people, without an address', async () => {
  const senders = ['"robin tester"@customer.test', 'robin@bücher.test', 'Nobody: ;', ''];
  for (const [at, from] of senders.entries()) {
    const raw = replacing('From: x@y.test', `From: ${from}`);
    await mailArrives(stage, { from: 'x@y.test', to: inbox, text: `How do I export my invoices? Odd ${at}.`, raw });
    const { customer, owner, messages } = await conversationWith(stage, `Odd ${at}.`, atRest);
    assert.deepEqual([customer.email, owner], [null, 'human'], from);
    assert.ok(messages.some((each: any) => each.kind === 'event' && /could not be read/.test(each.text)));
    assert.ok(messages.every((each: any) => each.kind !== 'ai'));
  }
});

test('a ticket’s message is stored even if the vendor does not reveal its author', async () => {
  stage.ticketdesk.failNext({ kind: 'answer', status: 403 }, { on: 'GET /api/v2/users/:id', times: 50 });
  for (const form of ['event', 'trigger'] as const) {
    const event = stage.ticketdesk.events.ticketOpened({ subject: 'Invoices', text: `Refused ${form}.`, form });
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
    const { messages } = await conversationOf(stage, event.ticketId);
    assert.ok(
      messages.some((each: any) => each.kind === 'customer' && each.text.includes(`Refused ${form}.`)),
      form,
    );
  }
});

test('automated mail that opens a thread is stored with the reason', async () => {
  const headers = { 'Auto-Submitted': 'auto-replied' };
  await mailArrives(stage, { to: inbox, headers, messageId: '<away@customer.test>', text: 'I am away.' });
  const kept = await eventually(async () => {
    const { rows } = await stage.server.desk.db.owner.query(
      `select state, reason, octet_length(raw) as bytes from inbound_event where provider_event_id = 'mid:away@customer.test'`,
    );
    assert.equal(rows[0]?.['state'], 'done');
    return rows[0];
  });
  assert.equal(kept?.['reason'], 'automated: auto_reply');
  assert.ok(Number(kept?.['bytes']) > 100);
});

test('our reply is threaded to the customer’s mail, not to an out-of-office note', async () => {
  const first = await mailArrives(stage, { from: 'away@customer.test', to: inbox, text: 'A person, please. Absent.' });
  const { id } = await conversationWith(stage, 'Absent.', atRest);
  const notice = await eventually(() => {
    const mail = stage.mail.mailsTo('away@customer.test')[0];
    assert.ok(mail);
    return mail;
  });
  const absent = { from: 'away@customer.test', to: notice.headers['reply-to']?.[0]?.replace(/^.*<|>.*$/g, '') ?? '' };
  await mailArrives(stage, {
    ...absent,
    inReplyTo: notice.messageId,
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: 'I am out of the office.',
  });
  await eventually(async () => {
    const { messages } = await stage.world.ada.gets(`/api/conversations/${id}`);
    assert.ok(messages.some((each: any) => each.kind === 'event' && each.text.includes('out of the office')));
  });
  await stage.world.ada.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: 'Here I am.' });
  const reply = await eventually(() => {
    const mail = stage.mail.mailsTo('away@customer.test').find((each) => each.text.includes('Here I am.'));
    assert.ok(mail);
    return mail;
  });
  assert.equal(reply.inReplyTo, first.messageId);
});

test('odd charsets and control characters are decoded as intended', async () => {
  await mailArrives(stage, {
    to: inbox,
    text: 'Grüße aus Köln – schön',
    raw: replacing('charset=utf-8', 'charset=us-ascii'),
  });
  await conversationWith(stage, 'Grüße aus Köln – schön');
  await mailArrives(stage, {
    to: inbox,
    subject: 'SUBJECT',
    text: 'Raw header.\u0000\u001b\u0007 Page\u000ctwo.',
    raw: (built) => Buffer.from(built.toString('latin1').replace('SUBJECT', 'Rückgabe für Zoë'), 'latin1'),
  });
  const { subject, messages } = await conversationWith(stage, 'Raw header.');
  assert.equal(subject, 'Rückgabe für Zoë');
  assert.equal(messages[0].text, 'Raw header. Page\ntwo.');
});

const crlf = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const nested = Array.from(
  { length: 60 },
  (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n`,
);
const type = 'Content-Type: multipart/mixed; boundary=b0';

const shapes: [string, () => Buffer, string][] = [
  ['the boundary of the header does not occur', () => crlf(type, '', 'Words without a part.'), 'Words without a part.'],
  [
    'parts are nested very deeply',
    () => crlf(type, '', ...nested, '--b60', 'Content-Type: text/plain', '', 'Words that are deep down.'),
    'Words that are deep down.',
  ],
  [
    'the charset is unknown',
    () => crlf('Content-Type: text/plain; charset=unknown-8bit', '', 'Grüße aus Lübeck'),
    'Grüße aus Lübeck',
  ],
  [
    'nothing says in which letters they are, and they are in Western ones',
    () => Buffer.from('Content-Type: text/plain; format=flowed\r\n\r\nIch wohne jetzt in \r\nMühlhäusel.', 'latin1'),
    'Ich wohne jetzt in Mühlhäusel.',
  ],
  [
    'one line of them is damaged, and another one in Western letters',
    () =>
      Buffer.concat([
        crlf('Content-Type: text/html; charset=utf-8', '', '<p>Übergröße '),
        Buffer.from('\xc3</p>\n<p>für Görlitz</p>', 'latin1'),
      ]),
    'Übergröße \ufffd\n\nfür Görlitz',
  ],
  [
    'they are said to be in Western letters, and are in UTF-8',
    () => crlf('Content-type: text/html; charset=iso-8859-1', '', '<b>Grüße</b> aus Mölln für 5 €'),
    'Grüße aus Mölln für 5 €',
  ],
  [
    'the plain part only says that HTML is not displayed',
    () =>
      crlf(
        'Content-Type: multipart/alternative; boundary=b0',
        '',
        '--b0',
        'Content-Type: text/plain',
        '',
        'Your program does not show HTML.',
        '--b0',
        'Content-Type: text/html',
        '',
        '<p>Where is parcel 81?</p>',
        '--b0--',
      ),
    'Where is parcel 81?',
  ],
  [
    'they are a little smaller, or follow an unclosed drawing',
    () =>
      crlf('Content-Type: text/html', '', '<i style="font-size:0.9em">Small words</i><svg/onload=x><p>and more.</p>'),
    'Small words\n\nand more.',
  ],
];
for (const [what, body, words] of shapes)
  test(`words are read although ${what}`, async () => {
    const raw = (built: Buffer) => {
      const head = built.toString().split('MIME-Version')[0] ?? '';
      return Buffer.concat([crlf(`${head}MIME-Version: 1.0`, ''), body()]);
    };
    await mailArrives(stage, { to: inbox, raw });
    const { messages } = await conversationWith(stage, words.split('\n')[0] ?? '');
    assert.ok(messages[0].text.includes(words), messages[0].text);
  });

test('a subject and a name become one line, and a false date does not change the order', async () => {
  const encoded = '=?utf-8?q?Invoice=0D=0ABcc=3A_victim=40x.test?=';
  for (const date of ['Tue, 24 Nov 9999 10:00:00 +0000', 'Thu, 1 Jan 1970 00:00:01 +0000']) {
    const raw = (built: Buffer) =>
      Buffer.from(
        built
          .toString()
          .replace(/^Date: .*$/m, `Date: ${date}`)
          .replace('SUBJECT', encoded)
          .replace('NAME', encoded),
      );
    const text = `It was sent on ${date}`;
    await mailArrives(stage, { from: 'NAME <noor@customer.test>', to: inbox, subject: 'SUBJECT', text, raw });
    const { subject, customer, messages, waiting_since } = await conversationWith(stage, text, atRest);
    assert.deepEqual([subject, customer.name], ['Invoice Bcc: victim@x.test', 'Invoice Bcc: victim@x.test']);
    for (const at of [messages[0].created_at, waiting_since ?? messages[0].created_at])
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 600_000, `${date} became ${at}`);
  }
});

test('a chat conversation by e-mail shows the new text and folds the quoted message', async () => {
  const event = stage.chatdesk.events.userCreated({ text: 'WORDS' });
  const body = structuredClone(event.body) as any;
  body.data.item.source.type = 'email';
  body.data.item.source.body =
    '<p>Still broken here.</p><div class="gmail_quote"><div>On Mon, 2 Mar 2026 at 10:00, Birch &lt;help@birch.test&gt; wrote:</div>' +
    '<blockquote><p>Please turn it off and on again.</p></blockquote></div>';
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.signed(body));
  const { messages } = await conversationOf(stage, event.conversationId);
  assert.equal(messages[0].text, 'Still broken here.');
  assert.match(messages[0].quoted_text, /turn it off and on again/);
});

test('mail over the limit is permanently refused, also by the documented script', async () => {
  const page = readFileSync(new URL('../../../docs/connecting.md', import.meta.url), 'utf8');
  const script = /#!\/bin\/bash\n\s*# deliver-to-desk[\s\S]*?```/.exec(page)?.[0].replace('```', '') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  const run = (mail: Buffer, secret = inboundSecret) =>
    new Promise<{ code: number; words: string }>((resolve) => {
      const environment = { ...process.env, EMAIL_INBOUND_SECRET: secret, DESK_WEBHOOK_URL: stage.hooks.email };
      const child = execFile('bash', [join(folder, 'run'), 'a@b.test', inbox], { env: environment }, (error, words) =>
        resolve({ code: Number(error?.code ?? 0), words }),
      );
      child.stdin?.end(mail);
    });
  writeFileSync(join(folder, 'run'), script);
  const head = 'From: a@b.test\r\nMessage-ID: <large@b.test>\r\n\r\n';
  assert.deepEqual(await run(Buffer.from(`${head}Small.`)), { code: 0, words: '' });
  const large = await run(Buffer.concat([Buffer.from(head), Buffer.alloc(41 * 1_048_576, 'x')]));
  assert.deepEqual(large, { code: 69, words: '5.3.4 The mail is too large for the desk.\n' });
  const refused = await run(Buffer.from(head), `whsec_${Buffer.alloc(24).toString('base64')}`);
  assert.equal(refused.code, 75, 'until somebody has mended the secret');
  rmSync(folder, { recursive: true });
});
