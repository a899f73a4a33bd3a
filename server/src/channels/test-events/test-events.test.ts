import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildMail } from '../../../test/providers/mail/message.ts';
import { startServer } from '../../../test/server.ts';
import { conversationWith, mailArrives } from '../../../test/story/mail-stage.ts';
import { setStage, type Stage } from '../../../test/story/stage.ts';
import { createWorld } from '../../../test/world.ts';

let stage: Stage;
before(async () => void (stage = await setStage()));
after(() => stage.close());

const channels = ['chatdesk', 'ticketdesk', 'email'] as const;
const testOf = (channel: string) => `/api/channels/${channel}/test-event`;
const logOf = (channel: string) => `/api/channels/${channel}/events`;
const counted = async (table: string) =>
  Number((await stage.server.desk.db.owner.query(`select count(*) as n from ${table}`)).rows[0]?.['n']);

describe('a test event', () => {
  for (const channel of channels)
    test(`of ${channel} goes through the real route to its end, repeatedly`, async () => {
      const { wim } = stage.world;
      for (const times of [1, 2]) {
        const { ok, steps } = await wim.posts(testOf(channel), undefined, 200);
        const reported = steps.map(({ id, ok: passed, detail, remedy }: any) => [
          id,
          passed,
          detail.length > 0,
          remedy,
        ]);
        const each = ['configured', 'signed', 'accepted', 'stored', 'processed'];
        assert.deepEqual([ok, reported], [true, each.map((id) => [id, true, true, undefined])]);
        const { items } = await wim.gets(logOf(channel));
        const tests = items.filter(({ kind }: any) => kind === 'test');
        assert.equal(tests.length, times);
        assert.deepEqual([tests[0].state, tests[0].conversation_id], ['accepted', undefined]);
      }
    });

  test('creates no conversation, decision or figure, and sends nothing to a customer or the vendor', async () => {
    const { world, mail, chatdesk, ticketdesk } = stage;
    const made = () =>
      Promise.all(['conversation', 'message', 'decision', 'outbox', 'report_fact'].map((table) => counted(table)));
    const sent = () => [chatdesk.calls.all.length, ticketdesk.calls.all.length, mail.mails.all.length];
    const before = [await made(), sent()];
    for (const channel of channels) assert.equal((await world.wim.posts(testOf(channel), {}, 200)).ok, true);
    assert.deepEqual([await made(), sent()], before);
    assert.deepEqual((await world.wim.gets('/api/dead-letters')).items, []);
  });

  test('does not count as the vendor’s first event, nor as mail that an address has received', async () => {
    const { wim } = stage.world;
    for (const channel of ['chatdesk', 'ticketdesk']) {
      const status = await wim.gets(`/api/integrations/${channel}/status`);
      assert.deepEqual([status.status, status.last_event_received_at], ['connected', null]);
    }
    assert.deepEqual((await wim.gets('/api/channels/email/inbound-config')).addresses, []);
  });

  test('is for workspace admins, and accepts no body', async () => {
    const { max, wim } = stage.world;
    for (const channel of channels) {
      assert.equal((await max.calls('POST', testOf(channel))).status, 403);
      assert.equal((await wim.calls('POST', testOf(channel), { to: 'noor@customer.test' })).status, 422);
    }
  });

  test('of one organization is in no other organization’s log, and needs its own connection', async () => {
    const { mallory } = stage.world;
    for (const channel of channels) assert.deepEqual((await mallory.gets(logOf(channel))).items, []);
    for (const channel of ['chatdesk', 'ticketdesk']) {
      const refused = await mallory.calls('POST', testOf(channel));
      assert.deepEqual([refused.status, refused.body.code], [409, 'not_connected']);
    }
    assert.equal((await mallory.posts(testOf('email'), undefined, 200)).ok, true);
  });
});

test('mail by a customer who copies the mark is still handled as mail', async () => {
  const { wim } = stage.world;
  const { forward_to: to } = await wim.gets('/api/channels/email/inbound-config');
  const { rows } = await stage.server.desk.db.owner.query(
    `select provider_event_id as id from inbound_event where channel = 'email' and organization_id = $1 limit 1`,
    [stage.world.cedar.organizationId],
  );
  const foreign = String(rows[0]?.['id']).replace('mid:', '').replace('@inbound.test', '@customer.test');
  assert.match(foreign, /^frontdesk-test-/);
  const built = buildMail({ from: 'Noor <noor@customer.test>', to, subject: 'Mine', text: 'Please do hear me' });
  const raw = Buffer.from(built.raw.toString().replace(built.messageId, foreign));
  await mailArrives(stage, { to, raw: () => raw });
  await conversationWith(stage, 'Please do hear me');
  const { items } = await wim.gets(logOf('email'));
  assert.equal(items[0].kind, 'mail');
});

test('without a worker, the report ends with the failed step and its remedy', async () => {
  const server = await startServer();
  try {
    const world = await createWorld(server);
    const { ok, steps } = await world.wim.posts(testOf('email'), undefined, 200);
    assert.equal(ok, false);
    assert.deepEqual(
      steps.map((step: any) => [step.id, step.ok]),
      [
        ['configured', true],
        ['signed', true],
        ['accepted', true],
        ['stored', true],
        ['processed', false],
      ],
    );
    assert.match(steps.at(-1).remedy, /worker/);
  } finally {
    await server.close();
  }
});
