import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailOfPostmark } from './mail.logic.ts';

test("Postmark's JSON without the original mail names the recipients of the copies too", () => {
  const mail = mailOfPostmark({
    FromFull: { Email: 'kim@example.test', Name: 'Kim' },
    ToFull: [{ Email: 'office@birch.test' }],
    CcFull: [{ Email: 'help@birch.test' }],
    MessageID: 'm1',
    MailboxHash: '',
    Subject: 'A question',
    TextBody: 'Where is my parcel?',
    Date: 'Thu, 26 Nov 2026 10:00:00 +0000',
    Headers: [],
    Attachments: [],
  });
  assert.deepEqual(mail?.to, ['office@birch.test', 'help@birch.test']);
});
