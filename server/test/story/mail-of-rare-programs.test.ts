import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { listenForMail } from '../../src/channels/email/smtp-listener.ts';
import { deliverMail, postmarkEvent } from '../providers/mail/inbound.ts';
import { conversationWith, seenOfMail, verifiedDomain } from './mail-stage.ts';
import { setStage, type Stage } from './stage.ts';

const to = 'support@birch.test';
let stage: Stage;

before(async () => {
  stage = await setStage({ autoRespond: false });
  await verifiedDomain(stage, 'birch.test');
});
after(() => stage.close());

const withReturns = (raw: Buffer) => Buffer.from(raw.toString('latin1').replaceAll(/\r?\n/g, '\r'), 'latin1');
const quotation = 'On Sun, May 3, 2026 at 10:12 AM Birch <support@birch.test> wrote:\n> It is on its way.';
const reply = `Where is it?\n\nOrder 48213.\n\n${quotation}\n`;
const parts =
  '--b\nContent-Type: text/plain\n\nWhere is it?\n--b\nContent-Type: text/plain; name=a.txt\n' +
  'Content-Disposition: attachment; filename=a.txt\nContent-Transfer-Encoding: base64\n\nSGVsbG8=\n--b--\n';
const plain = ['Subject: Re: Lamp', 'Content-Type: text/plain; charset=utf-8'];
const mixed = ['Subject: Re: Lamp', 'Content-Type: multipart/mixed; boundary=b'];

const endings: [string, string[], string, (raw: Buffer) => Buffer][] = [
  ['with carriage returns alone', plain, reply, withReturns],
  ['with carriage returns alone in its body', plain, reply.replaceAll('\n', '\r'), (raw) => raw],
  [
    'with each kind in its headers',
    plain,
    reply,
    (raw) => Buffer.from(raw.toString().replace('\r\nSubject', '\rSubject').replace('\r\n\r\n', '\r\r')),
  ],
  [
    'with carriage returns alone in its encoded text',
    [...plain, 'Content-Transfer-Encoding: base64'],
    Buffer.from(reply.replaceAll('\n', '\r')).toString('base64'),
    (raw) => raw,
  ],
  ['with two carriage returns before each line feed', plain, reply.replaceAll('\n', '\r\r\n'), (raw) => raw],
  ['below a blank line', plain, reply, (raw) => Buffer.concat([Buffer.from('\r\n'), raw])],
];
for (const [name, headers, body, change] of endings)
  test(`a mail ${name} is read whole`, async () => {
    const { subject, messages } = await seenOfMail(stage, { headers, body, change });
    assert.equal(subject, 'Re: Lamp');
    assert.equal(messages[0].text, 'Where is it?\n\nOrder 48213.');
    assert.equal(messages[0].quoted_text, quotation);
  });

for (const [name, change] of [
  ['carriage returns alone', withReturns],
  [
    'carriage returns alone around its words',
    (raw: Buffer) => Buffer.from(raw.toString().replace('plain\n\nWhere', 'plain\r\rWhere')),
  ],
] as const)
  test(`the parts of a mail with ${name} are read`, async () => {
    const { messages } = await seenOfMail(stage, { headers: mixed, body: parts, change });
    assert.equal(messages[0].text, 'Where is it?');
    assert.deepEqual(
      messages[0].attachments.map(({ name: file, bytes }: any) => [file, bytes]),
      [['a.txt', 5]],
    );
  });

test('a mail with carriage returns alone is read from SMTP', async () => {
  const door = await listenForMail(stage.server.desk, '127.0.0.1:0');
  const socket = connect(door.port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const said = async (text: string) => {
    if (!socket.write(text)) await once(socket, 'drain');
    for (;;) {
      const { value } = await lines.next();
      if (!/^\d{3}-/.test(String(value))) return String(value);
    }
  };
  await lines.next();
  for (const command of ['EHLO x.test', 'MAIL FROM:<ro@customer.test>', `RCPT TO:<${to}>`, 'DATA'])
    assert.match(await said(`${command}\r\n`), /^[23]/);
  const mail = `Message-ID: <ro@x.test>\nFrom: Ro <ro@customer.test>\nSubject: Lamp\n\nWhere is my lamp of Rome?\n\nRo\n`;
  assert.match(await said(`${mail.replaceAll('\n', '\r')}\r\n.\r\n`), /^250/);
  socket.end('QUIT\r\n');
  await door.close();
  const { subject, customer, messages } = await conversationWith(stage, 'my lamp of Rome');
  assert.deepEqual([subject, customer.email], ['Lamp', 'ro@customer.test']);
  assert.equal(messages[0].text, 'Where is my lamp of Rome?\n\nRo');
});

test('carriage returns alone are line ends in what Postmark has parsed', async () => {
  const mail = { from: 'Po <po@customer.test>', to, subject: 'Lamp', messageId: '<po@x.test>' };
  const text = `Where is my lamp of Poznań?\r\r${quotation.replaceAll('\n', '\r')}`;
  await deliverMail(
    stage.hooks.email,
    postmarkEvent({ ...mail, text }, { from: 'po@customer.test', to }, 'postmark:pass'),
  );
  const { messages } = await conversationWith(stage, 'my lamp of Poznań');
  assert.deepEqual([messages[0].text, messages[0].quoted_text], ['Where is my lamp of Poznań?', quotation]);
});

const b64 = (bytes: Buffer) => bytes.toString('base64');
const bigEndian = Buffer.concat([Buffer.from('feff', 'hex'), Buffer.from('Größe?', 'utf16le').swap16()]);
const letters: [string, string[], Buffer | string, string][] = [
  [
    'UTF-16 with its order at the beginning',
    ['Content-Type: text/plain; charset=utf-16', 'Content-Transfer-Encoding: base64'],
    b64(bigEndian),
    'Größe?',
  ],
  ['a charset in single quotation marks', ["Content-Type: text/plain; charset='utf-8'"], 'Größe?', 'Größe?'],
  [
    'a Chinese charset in single quotation marks',
    ["Content-Type: text/plain; charset='gb2312'"],
    Buffer.from('c4e3bac3a3bf', 'hex'),
    '你好？',
  ],
  [
    'HTML beside plain text of characters that nobody sees',
    ['Content-Type: multipart/alternative; boundary=b'],
    '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\u00a0\u200b\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Size?</p>\r\n--b--',
    'Size?',
  ],
];
for (const [name, headers, body, expected] of letters)
  test(`${name} is read`, async () => {
    const { messages } = await seenOfMail(stage, { headers: ['Subject: Odd', ...headers], body });
    assert.equal(messages[0].text, expected);
  });

const asReply = [
  'Subject: Re: Lamp',
  `To: Birch Support <${to}>`,
  'In-Reply-To: <x@birch.test>',
  'Content-Type: text/plain; charset=utf-8',
];
const programs: [string, string, string][] = [
  [
    'NetEase Mail Master in English',
    'Thanks, it works.',
    `---- Replied Message ----\n| From | Birch Support<${to}> |\n| Date | 11/24/2026 10:12 |\n| To | <li@163.com> |\nWe sent it.`,
  ],
  [
    'NetEase Mail Master in Chinese',
    '谢谢，灯到了。',
    `---- 回复的原邮件 ----\n\n发件人 Birch Support<${to}>\n日期 2026年11月24日 10:12\n收件人 <li@163.com>\n\nWe sent it.`,
  ],
  [
    'Aliyun',
    '谢谢，灯到了。',
    `${'-'.repeat(66)}\n发件人：Birch <${to}>\n发送时间：2026年11月24日(星期二) 10:12\n收件人：li <li@a.test>\n主　题：Re: Lamp\n\nWe sent it.`,
  ],
  [
    'Foxmail',
    '谢谢，灯到了。',
    '发件人： Birch\n发送时间： 2026-11-24 10:12\n收件人： li\n主题： Re: Lamp\nWe sent it.',
  ],
  [
    'Outlook in Japanese with wide colons',
    'ありがとう。',
    `差出人： Birch <${to}>\n送信日時： 2026年11月24日 10:12\n宛先： li <li@a.test>\n件名： Re: Lamp\n\nWe sent it.`,
  ],
];
for (const [program, fresh, old] of programs)
  test(`the quotation of ${program} is folded`, async () => {
    const { messages } = await seenOfMail(stage, { headers: asReply, body: `${fresh}\n\n${old}` });
    assert.deepEqual([messages[0].text, messages[0].quoted_text], [fresh, old]);
  });

test('a rule that a person has typed above a list folds nothing', async () => {
  const words = `My details:\n---- Details ----\nName: Li <li@163.com>\nOrder of 11/24/2026 10:12\nIt was for <${to}>\nWhere is it?`;
  const { messages } = await seenOfMail(stage, { headers: asReply, body: words });
  assert.equal(messages[0].text, words);
});

test('of millions of short lines in a mail that is shown within a mail, the first million characters are read', async () => {
  const body = [
    '--b\r\nContent-Type: text/plain\r\n\r\nWhere is it?',
    '--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n',
    `From: Robin <robin@other.test>\r\nSubject: Lines\r\n\r\n${'a\r\n'.repeat(2_000_000)}`,
    '--b--\r\n',
  ].join('\r\n');
  const { messages } = await seenOfMail(stage, { headers: mixed, body });
  assert.match(messages[0].text, /^Where is it\?[^]*robin@other\.test[^]*\na\na/);
  assert.ok(messages[0].text.length > 999_900);
});
