import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startChatdesk, type Chatdesk } from '../../test/providers/chatdesk/chatdesk.ts';
import { startTicketdesk, type Ticketdesk } from '../../test/providers/ticketdesk/ticketdesk.ts';
import type { SignedEvent } from '../../test/providers/webhook-delivery.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';
import { newId } from '../platform/process/ids.ts';
import { inScope } from '../platform/database/transaction.ts';

let server: TestServer;
let world: World;
let chatdesk: Chatdesk;
let ticketdesk: Ticketdesk;

before(async () => {
  chatdesk = await startChatdesk();
  ticketdesk = await startTicketdesk();
  server = await startServer({
    environment: { CHATDESK_API_URL: chatdesk.url, TICKETDESK_BASE_URL: ticketdesk.url, EGRESS_ALLOW: '127.0.0.1' },
  });
  world = await createWorld(server);
  await world.wim.puts('/api/integrations/chatdesk/app', {
    client_secret: chatdesk.workspace.clientSecret,
    access_token: chatdesk.accessToken,
  });
  await world.wim.puts('/api/integrations/ticketdesk/app', {
    access_token: ticketdesk.accessToken,
    subdomain: 'birch',
  });
  await world.wim.posts(
    '/api/integrations/ticketdesk/webhook-secret',
    { secret: ticketdesk.account.signingSecret },
    200,
  );
});

after(async () => {
  await server.close();
  await Promise.all([chatdesk.close(), ticketdesk.close()]);
});

async function deliver(path: string, event: Pick<SignedEvent, 'raw'> & { headers: Record<string, string | string[]> }) {
  const answer = await server.app.inject({ method: 'POST', url: path, headers: event.headers, payload: event.raw });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const chatPath = (organizationId = world.birch.organizationId) => `/webhooks/chatdesk/${organizationId}`;
const ticketPath = (organizationId = world.birch.organizationId) => `/webhooks/ticketdesk/${organizationId}`;

const stored = (organizationId = world.birch.organizationId) =>
  inScope(server.desk.db, { organizationId }, (tx) =>
    tx.selectFrom('inbound_event').selectAll().orderBy('id').execute(),
  );

const asOwner = (statement: string) => server.desk.db.owner.query(statement);

test('a signed chatdesk event is stored once and its repeat is recognised', async () => {
  const event = chatdesk.events.userCreated({ text: 'Where is my invoice?' });
  assert.deepEqual(await deliver(chatPath(), event).then(brief), [202, 'accepted']);
  assert.deepEqual(await deliver(chatPath(), event).then(brief), [200, 'duplicate']);
  const rows = (await stored()).filter((row) => row.lane_key === event.conversationId);
  assert.equal(rows.length, 1);
  assert.deepEqual(rows[0]?.raw, event.raw, 'the bytes are kept as they came');
});

test('the same id with another body keeps the first and counts the conflict', async () => {
  const event = chatdesk.events.userCreated({ text: 'first' });
  const other = chatdesk.events.signed({ ...(event.body as object), extra: 1 });
  await deliver(chatPath(), event);
  assert.deepEqual(await deliver(chatPath(), other).then(brief), [200, 'duplicate']);
  const row = (await stored()).find((each) => each.lane_key === event.conversationId);
  assert.equal(row?.conflicts, 1);
  assert.deepEqual(row?.raw, event.raw);
});

test('pings and unknown topics are acknowledged and not stored', async () => {
  const before = (await stored()).length;
  assert.deepEqual(await deliver(chatPath(), chatdesk.events.ping()).then(brief), [200, 'ignored']);
  const unknown = chatdesk.events.again(chatdesk.events.userCreated({ text: 'x' }), 'conversation.rating.added');
  assert.deepEqual(await deliver(chatPath(), unknown).then(brief), [200, 'ignored']);
  assert.equal((await stored()).length, before);
});

test('every unauthentic event gets the same answer, and nothing is stored', async () => {
  const event = chatdesk.events.userCreated({ text: 'forged?' });
  const body = event.body as Record<string, unknown>;
  const foreign = chatdesk.events.signed({ ...body, app_id: 'another' });
  const tampered = { ...event, raw: Buffer.concat([event.raw, Buffer.from(' ')]) };
  const attempts: [string, Parameters<typeof deliver>[1]][] = [
    [chatPath(newId()), event],
    [chatPath(world.cedar.organizationId), event],
    [chatPath('not-an-id'), event],
    [chatPath(), tampered],
    [chatPath(), foreign],
    [chatPath(), { ...event, headers: {} }],
    [chatPath(), { ...event, headers: { 'x-hub-signature': event.headers['x-hub-signature']!.toUpperCase() } }],
    [chatPath(), { ...event, headers: { 'x-hub-signature': ` ${event.headers['x-hub-signature']}0` } }],
    [ticketPath(), event],
  ];
  const before = (await stored()).length;
  const answers = await Promise.all(attempts.map(([path, attempt]) => deliver(path, attempt)));
  for (const { status, body: problem, headers } of answers) {
    assert.deepEqual([status, headers['www-authenticate']], [401, 'Signature']);
    assert.deepEqual({ ...problem, request_id: '' }, { ...answers[0]?.body, request_id: '' });
  }
  assert.equal((await stored()).length, before);
  assert.equal((await stored(world.cedar.organizationId)).length, 0);
});

test('a ticketdesk event is authentic with the current and with the previous secret, for a day', async () => {
  const old = ticketdesk.events.ticketOpened({ subject: 'Printer', text: 'It is on fire.' });
  const secret = ticketdesk.rotateSigningSecret();
  const set = await world.wim.posts('/api/integrations/ticketdesk/webhook-secret', { secret }, 200);
  assert.ok(set.previous_valid_until);
  assert.deepEqual(await deliver(ticketPath(), old).then(brief), [202, 'accepted']);
  const current = ticketdesk.events.ticketOpened({ subject: 'Scanner', text: 'It is cold.' });
  assert.deepEqual(await deliver(ticketPath(), current).then(brief), [202, 'accepted']);
  assert.deepEqual(await deliver(ticketPath(), current).then(brief), [200, 'duplicate']);
});

test('the first authentic delivery binds the ticketdesk account; another account is refused', async () => {
  const event = ticketdesk.events.ticketOpened({ subject: 'Bound', text: 'to the account' });
  const other = {
    ...event,
    headers: { ...event.headers, 'x-zendesk-account-id': '1', 'x-zendesk-webhook-invocation-id': 'other' },
  };
  assert.equal((await deliver(ticketPath(), event)).status, 202);
  assert.equal((await deliver(ticketPath(), other)).status, 401);
});

test('a stale or early ticketdesk event is refused', async () => {
  const at = (seconds: number) => new Date(server.desk.clock.now().getTime() + seconds * 1_000);
  const signed = (seconds: number) =>
    ticketdesk.events.signed({ schema: 'ticketdesk.trigger.v1', ticket_id: '77' }, { at: at(seconds) });
  assert.equal((await deliver(ticketPath(), signed(-310))).status, 401);
  assert.equal((await deliver(ticketPath(), signed(310))).status, 401);
  assert.equal((await deliver(ticketPath(), signed(-280))).status, 202);
});

test('bodies over a mebibyte and encoded bodies are refused before they are read', async () => {
  const event = chatdesk.events.userCreated({ text: 'x' });
  const large = await deliver(chatPath(), { ...event, raw: Buffer.alloc(1_048_577, 32) });
  assert.equal(large.status, 413);
  const encoded = await deliver(chatPath(), { ...event, headers: { ...event.headers, 'content-encoding': 'gzip' } });
  assert.equal(encoded.status, 415);
});

test('the routes answer the GET with which a vendor checks them', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    assert.equal((await server.app.inject({ method, url: chatPath() })).statusCode, 200);
  }
});

test('an event that cannot be stored is not acknowledged, and the vendor must retry', async () => {
  const event = chatdesk.events.userCreated({ text: 'stored?' });
  await asOwner('alter table lane rename to lane_away');
  const refused = await deliver(chatPath(), event);
  await asOwner('alter table lane_away rename to lane');
  assert.equal(refused.status, 503);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.deepEqual(await deliver(chatPath(), event).then(brief), [202, 'accepted'], 'nothing of it was kept');
});

test('events that arrive together are stored once each, and one that cannot be stored does not fail the others', async () => {
  const events = Array.from({ length: 12 }, (_, at) => chatdesk.events.userCreated({ text: `Number ${at}` }));
  const bad = events[7]!;
  await asOwner(`alter table lane add constraint not_this check (lane_key <> '${bad.conversationId}')`);
  const answers = await Promise.all([...events, ...events.slice(0, 3)].map((event) => deliver(chatPath(), event)));
  await asOwner('alter table lane drop constraint not_this');
  const refused = answers.flatMap(({ status }, at) => (status === 503 ? [at] : []));
  assert.deepEqual(refused, [7]);
  assert.equal(answers.filter(({ status }) => status === 202).length, events.length - 1);
  assert.deepEqual(await deliver(chatPath(), bad).then(brief), [202, 'accepted']);
  const lanes = new Set(events.map(({ conversationId }) => conversationId));
  const kept = (await stored()).filter(({ lane_key: lane }) => lanes.has(lane));
  assert.equal(kept.length, events.length);
});

const brief = ({ status, body }: { status: number; body: { status: string } }) => [status, body.status];

test('an unsigned header does not turn an old event into a new one', async () => {
  const event = ticketdesk.events.ticketOpened({ subject: 'Door', text: 'It is open.' });
  const replayed = { ...event, headers: { ...event.headers, 'x-zendesk-webhook-invocation-id': '999' } };
  assert.deepEqual(await deliver(ticketPath(), event).then(brief), [202, 'accepted']);
  assert.deepEqual(await deliver(ticketPath(), replayed).then(brief), [200, 'duplicate']);
  const later = ticketdesk.events.signed(event.body, { at: new Date(Date.now() + 2_000) });
  const retried = { ...later, headers: { ...later.headers, 'x-zendesk-webhook-invocation-id': event.id! } };
  assert.deepEqual(
    await deliver(ticketPath(), retried).then(brief),
    [200, 'duplicate'],
    'the vendor signs a retry anew',
  );
});

test('two organizations cannot have the same signing secret', async () => {
  const path = '/api/integrations/ticketdesk/webhook-secret';
  const secret = 'a-secret-that-was-copied';
  assert.equal((await world.wim.calls('POST', path, { secret })).status, 200);
  const copied = await world.mallory.calls('POST', path, { secret });
  assert.deepEqual([copied.status, copied.body.code], [409, 'conflict']);
  assert.equal((await world.wim.calls('POST', path, { secret: ticketdesk.account.signingSecret })).status, 200);
  assert.equal((await world.mallory.calls('POST', path, { secret })).status, 409, 'it is still valid for a day');
});
