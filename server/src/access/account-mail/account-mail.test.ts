import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startMailSink, type MailSink } from '../../../test/providers/mail/mail.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { password, registers, tokenIn, type Caller } from '../../../test/world.ts';
import { listUnsentMail } from './account-mail.actions.ts';

let sink: MailSink;
let server: TestServer;
let ada: Caller;
before(async () => {
  sink = await startMailSink();
  server = await startServer({
    working: 'jobs',
    environment: {
      SMTP_URL: sink.url,
      MAIL_FROM: 'Birch Desk <desk@birch.test>',
      PUBLIC_URL: 'https://desk.birch.test',
    },
  });
  ada = await registers(server, 'Ada', 'Birch\nBcc: everybody@example.test'.replace('\n', ' '));
});
beforeEach(() => sink.reset());
after(async () => {
  await server.close();
  await sink.close();
});

const invites = (email: string) => ada.posts('/api/invitations', { email, role: 'member' });
const arrives = (address: string, count = 1) =>
  eventually(() => {
    const mails = sink.mailsTo(address);
    assert.equal(mails.length, count);
    return mails;
  });
const rowsOf = async (address: string) =>
  (
    await server.desk.db.owner.query(
      `select state, error, content_sealed is null as wiped from account_mail where recipient = $1 order by id`,
      [address],
    )
  ).rows;

test('an invitation is sent as auto-generated mail; its link verifies the address and is not kept', async () => {
  const { invitation_url } = await invites('una@example.test');
  const [mail] = await arrives('una@example.test');
  assert.deepEqual([mail!.envelope.from, mail!.from], ['desk@birch.test', 'desk@birch.test']);
  assert.equal(mail!.subject, 'Ada invites you to Birch Bcc: everybody@example.test');
  assert.deepEqual(mail!.envelope.to, ['una@example.test']);
  assert.deepEqual(mail!.headers['auto-submitted'], ['auto-generated']);
  assert.match(mail!.text, /^https:\/\/desk\.birch\.test\/register\?token=fi_test_/m);
  const token = tokenIn(mail!.text);
  assert.notEqual(token, tokenIn(invitation_url));
  await eventually(async () =>
    assert.deepEqual(await rowsOf('una@example.test'), [{ state: 'sent', error: null, wiped: true }]),
  );
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email: 'una@example.test', password, invitation_token: token },
  });
  assert.equal(answer.json().user.email_verified, true);
});

test('a mail is sent again later after a temporary refusal', async () => {
  sink.failNext({ kind: 'refuse', at: 'data', code: 451 });
  await invites('vera@example.test');
  await arrives('vera@example.test');
  await eventually(async () =>
    assert.deepEqual(await rowsOf('vera@example.test'), [{ state: 'sent', error: null, wiped: true }]),
  );
});

test('a mail that the server does not confirm is sent again with the same Message-ID', async () => {
  sink.failNext({ kind: 'drop-after-data' });
  await invites('ward@example.test');
  const mails = await arrives('ward@example.test', 2);
  assert.equal(new Set(mails.map((mail) => mail.messageId)).size, 1);
  assert.match(mails[0]!.messageId, /@birch\.test>$/);
});

test('a mail is not sent again after a permanent refusal; the operator can read it', async () => {
  sink.failNext({ kind: 'refuse', at: 'recipient', code: 550 });
  await invites('xena@example.test');
  await eventually(async () =>
    assert.deepEqual(await rowsOf('xena@example.test'), [{ state: 'failed', error: 'SMTP 550', wiped: false }]),
  );
  const [mail] = await listUnsentMail(server.desk);
  assert.deepEqual([mail?.to, mail?.state, mail?.error], ['xena@example.test', 'failed', 'SMTP 550']);
  assert.match(mail?.content?.text ?? '', /\/register\?token=fi_test_/);
  const { rows } = await server.desk.db.owner.query(
    'select content_sealed from account_mail where content_sealed is not null',
  );
  assert.ok(rows.length > 0 && rows.every((row) => !/fi_test_/.test(String(row['content_sealed']))), 'sealed at rest');
});

test('the content of an expired mail is wiped, and the mail is deleted later', async () => {
  sink.failNext({ kind: 'refuse', at: 'recipient', code: 550 });
  await invites('yves@example.test');
  await eventually(async () => assert.equal((await rowsOf('yves@example.test'))[0]?.['state'], 'failed'));
  const day = 86_400_000;
  server.pass(8 * day);
  await server.sweep();
  assert.deepEqual(await rowsOf('yves@example.test'), [{ state: 'failed', error: 'SMTP 550', wiped: true }]);
  server.pass(30 * day);
  await server.sweep();
  assert.deepEqual(await rowsOf('yves@example.test'), []);
});

test('mails are in the language of their reader, and invitations in the language of the inviter', async () => {
  const greta = await registers(server, 'Greta', 'Linde');
  await greta.patches('/api/auth/me', { locale: 'de-AT' });
  await greta.posts('/api/invitations', { email: 'udo@example.test', role: 'workspace_admin' });
  const [invited] = await arrives('udo@example.test');
  assert.equal(invited!.subject, 'Greta lädt Sie zu Linde ein');
  assert.match(invited!.text, /als Arbeitsbereichs-Admin\. Mit diesem Link treten Sie bei:/);
  await greta.posts('/api/auth/password-reset', { email: 'greta@example.test' }, 202);
  const [reset] = await arrives('greta@example.test');
  assert.equal(reset!.subject, 'Setzen Sie ein neues Passwort');
  assert.match(reset!.text, /^Guten Tag Greta,/);
  const body = { token: tokenIn(reset!.text), password: 'another long passphrase 9' };
  await greta.posts('/api/auth/password-reset/confirm', body, 204);
  const [, changed] = await arrives('greta@example.test', 2);
  assert.equal(changed!.subject, 'Ihr Passwort wurde geändert');
});
