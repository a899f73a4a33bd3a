import assert from 'node:assert/strict';
import { test } from 'node:test';
import { automatedMail } from './automated.logic.ts';
import { bounceOf } from './bounce.logic.ts';
import { bounces } from './fixtures/bounces.ts';
import { parseDelivery } from './parse-mail.ts';

const around = { envelopeFrom: null, ourAddresses: new Set<string>(), loopMark: 'x' };
const read = async (text: string) => {
  const mail = await parseDelivery(Buffer.from(text.replaceAll('\n', '\r\n')), 'message/rfc822');
  assert.ok(mail);
  return mail;
};

for (const [name, { text, status, final }] of Object.entries(bounces)) {
  test(`${name} is read`, async () => {
    const mail = await read(
      text.replaceAll('{{id}}', 'reply.7@inbound.test').replaceAll('{{to}}', 'noor@customer.test'),
    );
    assert.equal(automatedMail(mail, around)?.kind, 'bounce');
    const report = bounceOf(mail);
    assert.deepEqual([report.status, report.final], [status, final]);
    assert.ok(report.messageIds.includes('reply.7@inbound.test'), JSON.stringify(report));
    assert.match(report.reason, /^[A-Z][^(]+\. ?(\(\d\.\d+\.\d+\))?$/);
  });
}

const statuses: [string, { final: boolean; aboutAddress: boolean }][] = [
  ['Action: failed\nStatus: 5.1.1', { final: true, aboutAddress: true }],
  ['Action: failed\nStatus: 5.3.4', { final: true, aboutAddress: false }],
  ['Action: failed\nStatus: 4.4.7', { final: true, aboutAddress: false }],
  ['Action: failed\nStatus: 4.2.2', { final: true, aboutAddress: false }],
  ['Action: delayed\nStatus: 4.2.2', { final: false, aboutAddress: false }],
  ['Action: delayed\nStatus: 5.1.1', { final: false, aboutAddress: false }],
  ['Action: relayed', { final: false, aboutAddress: false }],
];
for (const [fields, expected] of statuses) {
  test(`${fields.replace('\n', ', ')} ${expected.final ? 'ends' : 'does not end'} the delivery`, async () => {
    const mail = await read('From: mailer-daemon@x.test\n\nnothing');
    const report = bounceOf({
      ...mail,
      attachments: [{ name: 'report', mediaType: 'message/delivery-status', bytes: 1, report: fields }],
    });
    assert.deepEqual({ final: report.final, aboutAddress: report.aboutAddress }, expected);
  });
}

test('the address of a server is not read as a status', async () => {
  const mail = await read('From: mailer-daemon@x.test\n\nThis is a permanent error: 5.1.2.3 said no.');
  assert.deepEqual([bounceOf(mail).status, bounceOf(mail).final], [null, true]);
});

const returned = 'From: support@inbound.test\nMessage-ID: <reply.7@inbound.test>\n\nIt is in Billing.';
const reportOf = ({ words = 'x', fields = '', type = 'message/delivery-status', mail = 'message/rfc822' }) =>
  read(
    'Return-Path: <>\nFrom: mailer-daemon@x.test\nSubject: Undelivered\nMIME-Version: 1.0\n' +
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n' +
      `--b\nContent-Type: text/plain; charset=utf-8\n\n${words}\n--b\nContent-Type: ${type}\n\nReporting-MTA: dns;x\n\n` +
      `${fields}\n--b\nContent-Type: ${mail}\n\n${returned}\n--b--\n`,
  );
const none = { status: null, final: false, aboutAddress: false };
const ended = (status: string | null) => ({ status, final: true, aboutAddress: true });
type Reported = ReturnType<typeof ended> | typeof none;
const reports: [name: string, report: Parameters<typeof reportOf>[0], expected: Reported][] = [
  [
    'two recipients, of whom one was reached',
    {
      fields:
        'Final-Recipient: rfc822;a@x\nAction: delivered\nStatus: 2.0.0\n\nFinal-Recipient: rfc822;b@x\nAction: failed\nStatus: 5.1.1\n',
    },
    ended('5.1.1'),
  ],
  [
    'a folded field',
    {
      fields:
        'Action: failed\nDiagnostic-Code: smtp;\n 550-5.1.1 The account that you tried\n 550 5.1.1 does not exist\n',
    },
    ended('5.1.1'),
  ],
  [
    'a status that the server’s code makes more precise',
    { fields: 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.2.1 closed\n' },
    ended('5.2.1'),
  ],
  [
    'an address beyond ASCII',
    {
      fields: 'Final-Recipient: utf-8;nöl@x\nAction: failed\nStatus: 5.1.1\n',
      type: 'message/global-delivery-status',
      mail: 'message/global',
    },
    ended('5.1.1'),
  ],
  [
    'a success, with the text of a failure',
    { fields: 'Action: relayed\nStatus: 2.0.0\n', words: 'Not as if: 550 5.1.1 unknown' },
    none,
  ],
  ['German words', { words: 'Ihre E-Mail konnte nicht zugestellt werden.' }, ended(null)],
  ['French words', { words: 'Votre message n’a pas pu être remis.' }, ended(null)],
  ['Spanish words', { words: 'No se pudo entregar el mensaje.' }, ended(null)],
  ['German text about a delay', { words: 'Sie konnte noch nicht zugestellt werden, was erneut versucht wird.' }, none],
];
for (const [name, report, expected] of reports)
  test(`a report is read: ${name}`, async () => {
    const { status, final, aboutAddress, messageIds } = bounceOf(await reportOf(report));
    assert.deepEqual({ status, final, aboutAddress }, expected);
    assert.deepEqual(messageIds, ['reply.7@inbound.test']);
  });
