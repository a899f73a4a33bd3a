import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { listenForMail, type MailListener } from '../../src/channels/email/smtp-listener.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { startObjectStorage, type ObjectStorage } from '../providers/object-storage.ts';
import { atRest, conversationWith } from './mail-stage.ts';
import { eventually, inboundSecret, setStage, sweepsAtNight, type Stage } from './stage.ts';

// The life of a large mail's bytes in object storage.
let storage: ObjectStorage;
let stage: Stage;
let door: MailListener;
let to: string;
before(async () => {
  storage = await startObjectStorage();
  stage = await setStage({ environment: storage.environment });
  door = await listenForMail(stage.server.desk, '127.0.0.1:0');
  to = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(async () => {
  await door.close();
  await stage.close();
  await storage.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;
const mails = () => storage.keys().filter((key) => key.startsWith('mails/'));
const events = async () => Number((await query('select count(*)::int as events from inbound_event'))[0]?.['events']);

const letterFrom = (from: string, question: string) =>
  buildMail({ from, to, subject: question, text: `${question}\n${'A long story about my account.\n'.repeat(12_000)}` })
    .raw;

async function bySmtp(from: string, raw: Buffer) {
  const transport = createTransport({ host: '127.0.0.1', port: door.port, ignoreTLS: true });
  await transport.sendMail({ envelope: { from, to }, raw }).finally(() => transport.close());
}

async function byWebhook(from: string, raw: Buffer) {
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  const { status } = await deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to }, signing), { maxAttempts: 1 });
  assert.equal(status, 202);
}

async function original(question: string) {
  const { id, customer, messages } = await conversationWith(stage, question, atRest);
  const { statusCode, rawPayload } = await stage.server.app.inject({
    url: `/api/conversations/${id}/messages/${messages[0].id}/original`,
    headers: { authorization: `Bearer ${stage.world.ada.token}` },
  });
  return { customer, status: statusCode, bytes: rawPayload };
}

for (const [name, arrives] of [
  ['SMTP', bySmtp],
  ['the webhook', byWebhook],
] as const)
  test(`a large mail by ${name} is in the bucket before its event is stored, and is read from there`, async () => {
    const from = `${arrives.name.toLowerCase()}@customer.test`;
    const question = `Where is the sextant of ${arrives.name}?`;
    const raw = letterFrom(from, question);
    const [known, stored] = [mails().length, await events()];
    let before: number | undefined;
    storage.whileNextWaits(async () => void (before = await events()));
    await arrives(from, raw);
    assert.equal(before, stored, 'no event names a file that is not there');
    assert.equal(mails().length, known + 1);
    assert.match(
      storage.requests.findLast((each) => each.startsWith('PUT'))!,
      /\/mails\//,
    );
    const { status, bytes } = await original(question);
    assert.equal(status, 200);
    assert.ok(bytes.equals(raw));
  });

test('a large mail is refused for now while the bucket is away, and accepted afterwards', async () => {
  const from = 'away@customer.test';
  const raw = letterFrom(from, 'Where is the barometer?');
  await storage.goAway();
  await assert.rejects(bySmtp(from, raw), /451/);
  await storage.comeBack();
  await bySmtp(from, raw);
  assert.equal((await original('Where is the barometer?')).status, 200);
});

test('the file of an erased person leaves the bucket with the erasure', async () => {
  const { ada } = stage.world;
  const known = mails();
  await bySmtp('finn@customer.test', letterFrom('finn@customer.test', 'Where is the theodolite?'));
  const { customer } = await original('Where is the theodolite?');
  assert.equal(mails().length, known.length + 1);
  const { body } = await ada.calls('DELETE', `/api/customers/${customer.id}`);
  await eventually(async () => assert.equal((await ada.gets(`/api/erasures/${body.id}`)).status, 'done'));
  assert.deepEqual(mails().sort(), known.sort());
});

test('after 30 days the files leave the bucket, also if it is away that night', async () => {
  assert.ok(mails().length > 0);
  await query(`update inbound_event set received_at = received_at - interval '31 days'`);
  await storage.goAway();
  await query('update retention_run set ran_on = ran_on - 1');
  await sweepsAtNight(stage);
  assert.equal(
    Number((await query('select count(*)::int as n from inbound_event where raw_key is not null'))[0]?.['n']),
    0,
  );
  const again = `select count(*)::int as jobs from pgboss.job where name = 'mail.forget' and state = 'created'
    and start_after between $1::timestamptz + interval '20 seconds' and $1::timestamptz + interval '2 minutes'`;
  // It may be night on this clock alone.
  const now = () => stage.server.desk.clock.now();
  await eventually(async () => assert.ok(Number((await query(again, [now()]))[0]?.['jobs']) > 0));
  await storage.comeBack();
  await query(`update pgboss.job set start_after = now() where name = 'mail.forget' and state = 'created'`);
  await eventually(async () => assert.deepEqual(mails(), []));
});
