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
  ['Action: failed\nStatus: 4.2.2', { final: false, aboutAddress: false }],
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

test('the address of a server is no status', async () => {
  const mail = await read('From: mailer-daemon@x.test\n\nThis is a permanent error: 5.1.2.3 said no.');
  assert.deepEqual([bounceOf(mail).status, bounceOf(mail).final], [null, true]);
});
