import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { conversationWith, mailArrives } from './mail-stage.ts';
import { eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// A relay, such as Amazon's, that puts its own Message-ID in place of ours.
let stage: Stage;
let inbox: string;
before(async () => {
  stage = await setStage({ autoRespond: false });
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

let count = 0;

/** A question and a colleague's reply, as the customer gets it. */
async function answered() {
  const from = `ses-${++count}@customer.test`;
  const words = `Where is lamp number ${count} of mine?`;
  await mailArrives(stage, { to: inbox, from, text: words });
  const { id } = await conversationWith(stage, words);
  await stage.world.ada.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: 'It is on its way.' });
  const sent = await eventually(() => stage.mail.mailsTo(from).at(-1) ?? assert.fail('not sent yet'));
  const replaced = `0102019a${String(count).padStart(8, '0')}-6f1e-4d8a-000000@eu-west-1.amazonses.com`;
  const raw = sent.raw.toString().replace(/^Message-ID:\s*<[^>]*>/im, `Message-ID: <${replaced}>`);
  assert.match(raw, /amazonses/);
  return { id: String(id), from, raw };
}

const whole = (id: string) => stage.world.ada.gets(`/api/conversations/${id}`);

for (const [what, type, cut] of [
  ['the mail', 'message/rfc822', (raw: string) => raw],
  ['the headers of the mail', 'text/rfc822-headers', (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n') + 2)],
] as const)
  test(`a report with ${what} is about our message`, async () => {
    const { id, from, raw } = await answered();
    const report = [
      'Return-Path: <>',
      `Message-ID: <report-${id}@eu-west-1.amazonses.com>`,
      'From: MAILER-DAEMON@amazonses.com',
      `To: ${inbox}`,
      'Subject: Delivery Status Notification (Failure)',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
      '',
      '--cut',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      `An error occurred while trying to deliver the mail to the following recipients:\r\n${from}`,
      '--cut',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; a4-1.smtp-out.eu-west-1.amazonses.com',
      '',
      'Action: failed',
      `Final-Recipient: rfc822; ${from}`,
      'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
      'Status: 5.1.1',
      '',
      '--cut',
      `Content-Type: ${type}`,
      '',
      cut(raw),
      '--cut--',
      '',
    ].join('\r\n');
    const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
    await deliverMail(stage.hooks.email, rawMailEvent(Buffer.from(report), { from: '', to: inbox }, signing));
    await eventually(async () => {
      const { messages } = await whole(id);
      assert.match(messages.find(({ kind }: any) => kind === 'human').delivery.error ?? '', /5\.1\.1/);
    });
  });
