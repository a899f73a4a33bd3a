import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationWith, mailArrives, seenOfMail, verifiedDomain } from './mail-stage.ts';
import { eventually, setStage, type Stage } from './stage.ts';

const to = 'support@birch.test';
let stage: Stage;
let count = 0;

before(async () => {
  stage = await setStage({ autoRespond: false });
  await verifiedDomain(stage, 'birch.test');
});
after(() => stage.close());

/** The conversation of a mail with these headers, from a contact form. */
async function fromForm(headers: Record<string, string>, from = 'Shop form <forms@forms.test>') {
  const words = `Where is parcel ${++count} of mine?`;
  await mailArrives(stage, { to, from, text: words, headers });
  return conversationWith(stage, words);
}

const visitor = 'Robin Visitor <robin@visitor.test>';
const replies: [string, string, string][] = [
  ['after our own address', `Birch <${to}>, ${visitor}`, 'robin@visitor.test'],
  ['before our own address', `${visitor}, ${to}`, 'robin@visitor.test'],
  ['in a second field', `${to}\r\nReply-To: ${visitor}`, 'robin@visitor.test'],
  ['beside an address that nobody reads', `no-reply@forms.test, ${visitor}`, 'robin@visitor.test'],
  ['after our own address with a tag', `support+form@birch.test, ${visitor}`, 'robin@visitor.test'],
];
for (const [place, value, email] of replies)
  test(`who asks stands in Reply-To ${place}`, async () => {
    const { customer } = await fromForm({ 'Reply-To': value });
    assert.deepEqual([customer.email, customer.name], [email, 'Robin Visitor']);
  });

for (const [what, value] of [
  ['our own address alone', to],
  ['our own address twice', `${to}\r\nReply-To: Birch <${to}>`],
] as const)
  test(`if Reply-To has ${what}, the sender asks`, async () => {
    const { customer } = await fromForm({ 'Reply-To': value }, 'Noor <noor@customer.test>');
    assert.equal(customer.email, 'noor@customer.test');
  });

test('our own form that names its visitor beside us is for the visitor', async () => {
  const { customer } = await fromForm({ 'Reply-To': `${to}, ${visitor}` }, `Birch <${to}>`);
  assert.equal(customer.email, 'robin@visitor.test');
});

const seenOf = (headers: string[], body: Buffer | string, name?: string) => seenOfMail(stage, { headers, body, name });
const wordsSeen = async (headers: string[], body: Buffer | string): Promise<string> =>
  (await seenOf(['Subject: Odd', ...headers], body)).messages[0].text;

const inWords = (charset: string, ...pieces: Buffer[]) =>
  pieces.map((piece) => `=?${charset}?B?${piece.toString('base64')}?=`).join('\r\n ');
/** The bytes of the words, cut after these many. */
const cut = (words: string, at: number): [Buffer, Buffer] => {
  const bytes = Buffer.from(words);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};

test('a letter that is cut into two encoded words is read in a subject and in a name', async () => {
  const subject = inWords('UTF-8', ...cut('Größe der Rückgabe: 5 €?', 4));
  const name = inWords('utf-8', ...cut('Jörg Müßig', 7));
  const conversation = await seenOf([`Subject: Re: ${subject} (2)`], 'Where is it?', name);
  assert.equal(conversation.subject, 'Re: Größe der Rückgabe: 5 €? (2)');
  assert.equal(conversation.customer.name, 'Jörg Müßig');
  const turned = await seenOf(['Subject: =?utf-8?Q?Gr=C3?= =?UTF-8?B?tsOfZQ==?='], 'x');
  assert.equal(turned.subject, 'Größe', 'also half of it in the other encoding');
  const { subject: chinese } = await seenOf(
    [`Subject: ${inWords('gb2312', Buffer.from('c4e3ba', 'hex'), Buffer.from('c3', 'hex'))}`],
    'x',
  );
  assert.equal(chinese, '你好');
});

const letters: [string, string[], Buffer | string, string][] = [
  [
    'cp850 in quoted-printable',
    ['Content-Type: text/plain; charset=cp850', 'Content-Transfer-Encoding: quoted-printable'],
    'Gr=94=E1e und W=84hrung',
    'Größe und Währung',
  ],
  ['IBM850', ['Content-Type: text/plain; charset="IBM850"'], Buffer.from('Gr\x94\xe1e', 'latin1'), 'Größe'],
  ['cp437', ['Content-Type: text/plain; charset=cp437'], Buffer.from('Gr\x94\xe1e', 'latin1'), 'Größe'],
  ['UTF-7', ['Content-Type: text/plain; charset=UTF-7'], 'Gr+APYA3w-e und 5 +IKw-', 'Größe und 5 €'],
  [
    'UTF-7 in base64 and HTML',
    ['Content-Type: text/html; charset=unicode-1-1-utf-7', 'Content-Transfer-Encoding: base64'],
    Buffer.from('<p>Gr+APYA3w-e</p>').toString('base64'),
    'Größe',
  ],
  ['UTF-8 that is called cp850', ['Content-Type: text/plain; charset=cp850'], 'Größe und Währung', 'Größe und Währung'],
];
for (const [name, headers, body, expected] of letters)
  test(`${name} is read`, async () => assert.equal(await wordsSeen(headers, body), expected));

test('words of a header in cp850 and in UTF-7 are read', async () => {
  const { subject } = await seenOf(
    ['Subject: =?cp850?Q?Gr=94=E1e_und?= =?ibm850?B?hA==?= und =?utf-7?Q?5_+IKw-?= =?utf-7?Q?Gr+APY-n?='],
    'x',
  );
  assert.equal(subject, 'Größe undä und 5 €Grön');
});

const meta = (name: string) =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${name}"></head>`;
const webPages: [string, string[], Buffer | string, string][] = [
  [
    'Cyrillic',
    [],
    Buffer.from(`${meta('windows-1251')}<p>\xc3\xe4\xe5 \xec\xee\xe9 \xe7\xe0\xea\xe0\xe7?</p>`, 'latin1'),
    'Где мой заказ?',
  ],
  [
    'Polish',
    [],
    Buffer.from('<meta charset="iso-8859-2"><p>Gdzie s\xb1 \xbf\xf3\xb3te buty?</p>', 'latin1'),
    'Gdzie są żółte buty?',
  ],
  [
    'Polish, quoted-printable',
    ['Content-Transfer-Encoding: quoted-printable'],
    '<meta charset=3D"iso-8859-2"><p>Gdzie s=B1 =BF=F3=B3te bu=\r\nty?</p>',
    'Gdzie są żółte buty?',
  ],
  ['cp850', [], Buffer.from('<meta charset=cp850><p>Gr\x94\xe1e</p>', 'latin1'), 'Größe'],
  ['UTF-8 with another name', [], '<meta charset="iso-8859-1"><p>Größe</p>', 'Größe'],
];
for (const [name, headers, body, expected] of webPages)
  test(`HTML that names its own letters is read: ${name}`, async () =>
    assert.equal(await wordsSeen(['Content-Type: text/html', ...headers], body), expected));

test('a part in cp850 beside an attached file of the same letters is read, and the file stays as it is', async () => {
  const part = (type: string, more: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=cp850${more}\r\n\r\n${body}\r\n`;
  const body =
    part('text/plain', '', 'Gr\x94\xe1e?') +
    part('text/plain', '\r\nContent-Disposition: attachment; filename=a.txt', 'Gr\x94\xe1e');
  const conversation = await seenOf(
    ['Subject: Odd', 'Content-Type: multipart/mixed; boundary=b'],
    Buffer.from(`${body}--b--\r\n`, 'latin1'),
  );
  const [message] = conversation.messages;
  assert.equal(message.text, 'Größe?');
  assert.deepEqual(
    message.attachments.map(({ bytes }: any) => bytes),
    ['Größe'.length + 1],
    'as many bytes as letters, and the end of the line',
  );
});

test('numbered answers below the mark of a signature stay in view, and a signature does not', async () => {
  const answers = '-- \r\nCasey Miller\r\n1. The blue one\r\n2. Order 48213';
  const [{ text, quoted_text: quoted }] = (await seenOf(['Subject: Re: Odd'], `Hello,\r\n\r\n${answers}`)).messages;
  assert.equal(text, `Hello,\r\n\r\n${answers}`.replaceAll('\r', ''));
  assert.equal(quoted, undefined);
  const signed = await seenOf(['Subject: Re: Odd'], 'The blue one.\r\n\r\n-- \r\nCasey Miller\r\n3. Etage');
  assert.deepEqual(
    [signed.messages[0].text, signed.messages[0].quoted_text],
    ['The blue one.', '-- \nCasey Miller\n3. Etage'],
  );
});

test('the cells of a table in HTML are words of their own', async () => {
  const html =
    '<p>Where is it?</p><table><tr><th>Order</th><td>48213</td></tr><tr><td>Name</td><td>Noor</td></tr></table>';
  assert.equal(await wordsSeen(['Content-Type: text/html'], html), 'Where is it?\n\nOrder 48213\nName Noor');
});

test('an attribution in a language that we do not know is recognised by whom the reply is for', async () => {
  const old = '> Kérjük, nyissa meg a beállításokat.';
  const [message] = (
    await seenOf(
      [`To: Birch Support <support+t_a_b@birch.test>`, 'Subject: Re: Odd', 'In-Reply-To: <x@birch.test>'],
      `Köszönöm!\n\n2026. 11. 24. 10:12 keltezéssel, Birch Support írta:\n${old}`,
    )
  ).messages;
  assert.equal(message.text, 'Köszönöm!');
  assert.match(message.quoted_text, /írta:/);
});

test('answers between the lines of our message are read, although its quotation has no marks', async () => {
  const asked = 'Which of your lamps?';
  const { id, customer } = await seenOf(['Subject: Lamps'], asked);
  const ours = ['Which order is it, please?', 'And which colour do you want?'];
  await stage.world.ada.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: ours.join('\n') });
  const sent = await eventually(() => stage.mail.mailsTo(customer.email).at(-1) ?? assert.fail('not sent yet'));
  const token = String(sent.headers['reply-to']);
  const heading = `-----Original Message-----\nFrom: ${to}\nSent: 24 November 2026 10:12\nTo: ${customer.email}\n\n`;
  const text = `See below.\n\n${heading}${ours[0]}\n48213\n${ours[1]}\nBlue.\n\nFrom: ${customer.email}\n${asked}`;
  await mailArrives(stage, { from: customer.email, to: token, inReplyTo: sent.messageId, text });
  const { messages } = await conversationWith(stage, 'See below.');
  assert.equal(messages.at(-1).text, 'See below.\n\n48213\nBlue.');
  assert.match(messages.at(-1).quoted_text, /48213\nAnd which colour/);
});

const group = ['List-ID: <support.birch.test>', 'Precedence: list', `List-Post: <https://g.test/post>, <mailto:${to}>`];

test('mail through a group of the organization reaches people, and is for who wrote it', async () => {
  const direct = await seenOf([`To: ${to}`, 'Subject: Odd', ...group], 'Where is my lamp of last week?');
  const [message] = direct.messages;
  assert.deepEqual([message.text, message.automated], ['Where is my lamp of last week?', true]);
  const rewritten = {
    'X-Original-From': 'Robin <robin@group.test>',
    'Reply-To': to,
    'List-Id': '<support.birch.test>',
  };
  const { customer } = await fromForm(rewritten, `"'Robin' via Support" <${to}>`);
  assert.equal(customer.email, 'robin@group.test');
});

test('what is written into an appointment is read, and people get it', async () => {
  const calendar = ['VCALENDAR', 'VEVENT'].map((name) => `BEGIN:${name}`).join('\r\n');
  const event =
    'DTSTART:20261130T100000Z\r\nSUMMARY:Call about\r\n  invoice 4711\r\nCOMMENT:At eleven\\, please?\r\nEND:VEVENT';
  const type = 'Content-Type: text/calendar; charset=utf-8; method=REPLY';
  const { messages } = await seenOf(['Subject: Accepted: Call', type], `${calendar}\r\n${event}\r\nEND:VCALENDAR`);
  assert.deepEqual([messages[0].text, messages[0].automated], ['Call about invoice 4711\nAt eleven, please?', true]);
  assert.equal(messages[0].attachments[0].name, 'appointment.ics');
});

test('words in another form of text than plain and HTML are read', async () =>
  assert.equal(
    await wordsSeen(['Content-Type: text/markdown; charset=utf-8'], '**Where** is it?'),
    '**Where** is it?',
  ));

const armoured = (what: string, body: string) => `-----BEGIN PGP ${what}-----\n\n${body}\n-----END PGP ${what}-----`;

test('signed words are read without the signature, which is folded', async () => {
  const body = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nWhere is it?\n- -- my order\n${armoured('SIGNATURE', 'iQIz')}`;
  const [message] = (await seenOf(['Subject: Odd'], body)).messages;
  assert.equal(message.text, 'Where is it?\n-- my order');
  assert.match(message.quoted_text, /BEGIN PGP SIGNATURE[^]*iQIz/);
});

test('encrypted words are a file beside what was written around them', async () => {
  const [message] = (await seenOf(['Subject: Odd'], `Please decrypt.\n${armoured('MESSAGE', 'hQEM')}`)).messages;
  assert.equal(message.text, 'Please decrypt.');
  assert.deepEqual(
    message.attachments.map(({ name }: any) => name),
    ['encrypted.asc'],
  );
});

test('the name of a file is read although a letter of it is cut into two words, or is in Western letters', async () => {
  const parts = [
    `Content-Type: application/pdf;\r\n name="${inWords('UTF-8', ...cut('Rückgabe.pdf', 2))}"`,
    'Content-Type: application/pdf; name="März.pdf"',
  ].map((headers) => `--b\r\n${headers}\r\n\r\nx\r\n`);
  const body = Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1');
  const [message] = (await seenOf(['Subject: Odd', 'Content-Type: multipart/mixed; boundary=b'], body)).messages;
  assert.deepEqual(
    message.attachments.map(({ name }: any) => name),
    ['Rückgabe.pdf', 'März.pdf'],
  );
});

const forwarded =
  '---------- Forwarded message ---------\nFrom: Robin <r@other.test>\nDate: Tue, Nov 24, 2026 at 10:12 AM\n' +
  'Subject: Lamp\nTo: Noor <n@customer.test>\n\nThe lamp never arrived.';
const outlooks =
  'Von: Robin <r@other.test>\nGesendet: Dienstag, 24. November 2026 10:12\nAn: Noor <n@customer.test>\n' +
  'Betreff: Lampe\n\nDie Lampe kam nie an.';
for (const [subject, text] of [
  ['Fwd: Lamp', `Can you check this please?\n\n${forwarded}`],
  ['WG: Lampe', `Bitte prüfen Sie das.\n\n${outlooks}`],
  [
    'Fwd: Lamp',
    'Begin forwarded message:\n\n> From: Robin <r@other.test>\n> Subject: Lamp\n> To: n@customer.test\n>\n> The lamp never arrived.',
  ],
] as const)
  test(`what is passed on stays in view: ${subject}, ${text.slice(0, 20)}`, async () => {
    const [message] = (await seenOf([`Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8'], text)).messages;
    assert.deepEqual([message.text, message.quoted_text], [text, undefined]);
  });

test('a reply in a thread that was passed on is a reply, and so is one sent with Proton', async () => {
  const reply = await seenOf(['Subject: Re: Fwd: Lamp'], `It has come.\n\n${forwarded}`);
  assert.equal(reply.messages[0].text, 'It has come.');
  const proton = 'Sent with [Proton Mail](https://proton.me/mail/home) secure email.';
  assert.equal(await wordsSeen([], `Where do I find it?\n\n${proton}`), 'Where do I find it?');
});

const words = 'Where is my parcel of last week?';

for (const header of [
  'Auto-Submitted: no (typed by hand)',
  'X-Autogenerated: Redirect',
  'X-FC-MachineGenerated: false',
])
  test(`${header} is a person's mail`, async () => {
    const { messages } = await seenOf(['Subject: Odd', header], words);
    assert.equal(messages[0].text, words);
  });

test('mail that a rule of Exchange passes on reaches people', async () => {
  const { messages, owner } = await seenOf(['Subject: Odd', 'X-MS-Exchange-Inbox-Rules-Loop: x@y.test'], words);
  assert.deepEqual([messages[0].text, owner], [words, 'human']);
});

for (const header of [
  'X-Precedence: auto_reply',
  'X-Mail-Autoreply: yes',
  'X-Autogenerated: Reply',
  'X-FC-MachineGenerated: true',
  'X-POST-MessageClass: 9; Autoresponder',
  'Delivered-To: Autoresponder',
  'Auto-Submitted: (away) auto-replied',
])
  test(`${header} is set aside as an automatic reply`, async () => {
    const id = `aside-${++count}@customer.test`;
    const raw = `Message-ID: <${id}>\r\nFrom: ${id}\r\nSubject: Away\r\n${header}\r\n\r\nI am away.\r\n`;
    const before = (await stage.world.ada.gets('/api/channels/email/events')).items[0]?.id;
    await mailArrives(stage, { to, raw: () => Buffer.from(raw) });
    await eventually(async () => {
      const [newest] = (await stage.world.ada.gets('/api/channels/email/events')).items;
      assert.notEqual(newest.id, before);
      assert.equal(newest.reason, 'automated: auto_reply');
    });
  });
