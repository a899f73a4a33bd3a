import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { engine } from '../promises/chance.ts';
import { conversationWith } from '../story/mail-stage.ts';
import { eventually, inboundSecret, setStage, type Stage } from '../story/stage.ts';
import { besideDesk } from './tool.ts';

// The tool runs next to a running desk, but the embedded database serves one process.
const skip = engine !== 'postgres';
let stage: Stage;
before(async () => {
  if (!skip) stage = await setStage();
});
after(() => stage?.close());

const run = (...args: string[]) =>
  besideDesk(stage, ['dead', ...args], { EMAIL_INBOUND_SECRET: inboundSecret, EMAIL_INBOUND_DOMAIN: 'inbound.test' });
const done = async (...args: string[]) => {
  const ran = await run(...args);
  assert.equal(ran.code, 0, ran.err);
  return ran.out;
};
type Line = { id: string; organization: string | null; kind: string; channel: string; reason: string };
const listed = async (...args: string[]) => JSON.parse(await done('list', '--json', ...args)) as Line[];
const letters = async () => (await stage.world.ada.gets('/api/dead-letters')).items;

async function mailForNobody(text = 'A lost mail', to = 'help@later.test'): Promise<void> {
  const { raw } = buildMail({
    from: 'noor@customer.test',
    to,
    subject: 'Lost',
    text,
  });
  const envelope = { from: 'bounces@relay.test', to };
  const event = rawMailEvent(raw, envelope, { secret: inboundSecret, at: stage.server.desk.clock.now() });
  assert.equal((await deliverMail(stage.hooks.email, event)).status, 200);
}

async function domainIsVerified(name: string): Promise<void> {
  const { wim } = stage.world;
  const domain = await wim.posts('/api/channels/email/domains', { domain: name });
  const proof = domain.records.find(({ purpose }: any) => purpose === 'ownership');
  stage.dns.set(proof.name, { TXT: [[proof.value]] } as never);
  await wim.posts(`/api/channels/email/domains/${domain.id}/verify`, undefined, 200);
}

test('dead-lettered events, sends and mail are listed, retried and discarded', { skip }, async () => {
  const { chatdesk, ticketdesk, hooks } = stage;
  assert.equal(await done('list'), 'Nothing was given up.\n');
  ticketdesk.failNext({ kind: 'answer', status: 403, body: {} }, { on: 'GET /api/v2/tickets/:id', times: 2 });
  for (const text of ['Where is ticket one?', 'Where is ticket two?'])
    await ticketdesk.deliver(hooks.ticketdesk, ticketdesk.events.ticketOpened({ subject: text, text }));
  chatdesk.failNext({ kind: 'answer', status: 422, body: {} }, { on: 'POST /conversations/:id/reply' });
  const opened = chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await chatdesk.deliver(hooks.chatdesk, opened);
  await mailForNobody();
  await eventually(async () => assert.equal((await letters()).length, 3));

  const all = await listed();
  const shown = all.map(({ organization, kind, channel, reason }) => [organization, kind, channel, reason]);
  assert.deepEqual(
    shown.toSorted((one, other) => String(one).localeCompare(String(other))),
    [
      [null, 'mail', 'email', 'unknown_recipient'],
      ['birch', 'event', 'ticketdesk', 'http_403'],
      ['birch', 'event', 'ticketdesk', 'http_403'],
      ['birch', 'send', 'chatdesk', shown.find(([, kind]) => kind === 'send')?.[3]],
    ],
  );
  assert.deepEqual(await listed('--organization', 'cedar'), [], 'another organization has none of it');
  const table = await done('list');
  assert.doesNotMatch(table, /ticket one|invoices|lost mail/i, 'without the text of messages');
  for (const { id } of all) assert.ok(table.includes(id));

  const [first, second] = all.filter(({ kind }) => kind === 'event');
  const send = all.find(({ kind }) => kind === 'send');
  const mail = all.find(({ kind }) => kind === 'mail');
  assert.ok(first && second && send && mail);
  const strange = await run('retry', first.id, '--organization', 'cedar');
  assert.notEqual(strange.code, 0, 'it belongs to another organization');
  assert.equal(await done('retry', first.id, '--organization', 'birch'), 'It will be tried again.\n');
  assert.equal(await done('discard', second.id, '--organization', 'birch'), 'It is discarded.\n');
  assert.notEqual((await run('discard', second.id, '--organization', 'birch')).code, 0, 'it is gone');
  await done('retry', send.id, '--organization', 'birch');
  await eventually(() => assert.equal(chatdesk.repliesTo(opened.conversationId).length, 1));

  assert.notEqual((await run('retry', mail.id)).code, 0, 'nobody owns the domain yet');
  await domainIsVerified('later.test');
  assert.equal(await done('retry', mail.id), 'It will be tried again.\n');
  await conversationWith(stage, 'A lost mail');
  await eventually(async () => assert.deepEqual(await listed(), []));
  const actions = (await stage.world.ada.gets('/api/audit-events?limit=200')).items.filter(
    ({ actor }: any) => actor.type === 'operator',
  );
  assert.deepEqual(actions.map(({ action }: any) => action).toSorted(), [
    'dead_letter.discarded',
    'dead_letter.retried',
    'dead_letter.retried',
  ]);
});

test('mail for nobody is discarded without an organization; an event or a send is not', { skip }, async () => {
  await mailForNobody('Spam that nobody wants', 'help@nobody.test');
  // A second mail, which must stay.
  await mailForNobody('A mail that somebody may want', 'help@nobody.test');
  const mails = async () => (await listed()).filter(({ kind }) => kind === 'mail').map(({ id }) => id);
  const [unwanted, wanted] = await mails();
  assert.ok(unwanted && wanted);
  assert.equal(await done('discard', unwanted), 'It is discarded.\n');
  assert.deepEqual(await mails(), [wanted]);
  const again = await run('discard', unwanted);
  assert.equal(again.code, 1, 'it is gone');
  assert.match(again.err, /no such mail.*--organization/);
  assert.equal((await run('discard', 'not-an-id')).code, 1);
});
