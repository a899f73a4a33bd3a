import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTicketdesk, type Ticketdesk } from '../../../test/providers/ticketdesk/ticketdesk.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { registers, type Caller } from '../../../test/world.ts';
import type { OutgoingReply } from '../port/channel.logic.ts';
import { drainLane, send } from '../index.ts';

let server: TestServer;
let ada: Caller;
let vendor: Ticketdesk;

before(async () => {
  vendor = await startTicketdesk({ expiresIn: 600 });
  server = await startServer({
    environment: {
      TICKETDESK_BASE_URL: vendor.url,
      TICKETDESK_CLIENT_ID: vendor.clientId,
      TICKETDESK_CLIENT_SECRET: vendor.clientSecret,
      EGRESS_ALLOW: '127.0.0.1',
    },
  });
  ada = await registers(server, 'Ada', 'Birch');
  await ada.posts('/api/integrations/ticketdesk/webhook-secret', { secret: vendor.account.signingSecret }, 200);
});
after(async () => {
  await server.close();
  await vendor.close();
});
beforeEach(async () => {
  vendor.clearFaults();
  const { state } = await ada.gets('/api/integrations/ticketdesk/connect-url?subdomain=birch');
  await ada.posts('/api/integrations/ticketdesk/oauth/exchange', { code: vendor.issueCode(), state }, 200);
});

const office = 'POST /oauth/tokens';
const ticket = () => vendor.events.ticketOpened({ subject: 'Invoice', text: 'Where is it?' });
const status = async () => (await ada.gets('/api/integrations/ticketdesk/status')).status;

let keys = 0;
const words = (thread: number): OutgoingReply => ({
  kind: 'reply',
  channel: 'ticketdesk',
  thread: String(thread),
  key: `reply:${++keys}`,
  attempt: 1,
  firstAttemptAt: new Date(),
  text: 'Here.',
  html: null,
  subject: null,
  customer: null,
  author: 'ai',
  status: null,
  tags: [],
});
const sends = (thread: number) => send(server.desk, ada, words(thread));
/** Expires the token: the vendor refuses every token that it issued before. */
const tokenEnds = () => {
  server.pass(600_000);
  for (const token of vendor.account.office.accessTokens)
    if (token !== vendor.accessToken) vendor.account.office.accessTokens.delete(token);
};

// This test runs first: the vendor signs with the machine's time, and the other tests move ours.
test('an event waits in its lane while an expired token cannot be renewed', async () => {
  const opened = ticket();
  const { raw: payload, headers, ticketId } = opened;
  const url = `/webhooks/ticketdesk/${ada.organizationId}`;
  const lane = { organizationId: ada.organizationId, channel: 'ticketdesk' as const, lane: String(ticketId) };
  assert.equal((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode, 202);
  tokenEnds();
  vendor.failNext({ kind: 'answer', status: 503 }, { on: office });
  const deadLetters: string[] = [];
  await drainLane(server.desk, lane, {
    handle: async () => assert.fail('nothing can be read'),
    onDeadLetter: async (_tx, { why }) => void deadLetters.push(why),
  });
  assert.deepEqual(deadLetters, []);
  assert.notEqual(await status(), 'needs_reauth');
});

test('a message waits while an expired token cannot be renewed, and the channel then resumes by itself', async () => {
  const { ticketId } = ticket();
  tokenEnds();
  vendor.failNext({ kind: 'answer', status: 503 }, { on: office });
  vendor.calls.clear();
  assert.equal((await sends(ticketId)).kind, 'retry');
  assert.deepEqual(
    vendor.calls.all.map(({ path }) => path),
    ['/oauth/tokens'],
    'the ended token is not shown',
  );
  assert.notEqual(await status(), 'needs_reauth');
  assert.equal((await sends(ticketId)).kind, 'sent');
});

test('a token that is still valid is used while the token endpoint is unavailable', async () => {
  const { ticketId } = ticket();
  server.pass(570_000);
  vendor.failNext({ kind: 'answer', status: 503 }, { on: office });
  assert.equal((await sends(ticketId)).kind, 'sent');
});

test('a grant that the vendor has revoked stops the channel', async () => {
  const { ticketId } = ticket();
  const checked = async () => {
    const { steps } = await ada.gets('/api/integrations/ticketdesk/status');
    return steps.find(({ id }: any) => id === 'grant').checked_at;
  };
  const before = await checked();
  tokenEnds();
  assert.equal(await checked(), before);
  const refusedAt = server.desk.clock.now().toISOString();
  vendor.failNext({ kind: 'answer', status: 400, body: { error: 'invalid_grant' } }, { on: office });
  assert.deepEqual(await sends(ticketId), { kind: 'needs_reauth' });
  assert.equal(await status(), 'needs_reauth');
  assert.ok(before < refusedAt && refusedAt <= (await checked()), `${before} ${refusedAt} ${await checked()}`);
});

test('a list of groups tells a token that could not be renewed from a revoked grant', async () => {
  const groups = '/api/routing/targets?kind=ticketdesk_group';
  const asks = async () => {
    const { status: code, body } = await ada.calls('GET', groups);
    return [code, body.code, body.detail];
  };
  tokenEnds();
  vendor.failNext({ kind: 'answer', status: 503 }, { on: office });
  const unrenewed = [502, 'upstream_failed', 'The access token could not be renewed. Try again later.'];
  assert.deepEqual(await asks(), unrenewed);
  vendor.failNext({ kind: 'answer', status: 400, body: { error: 'invalid_grant' } }, { on: office });
  const revoked = [409, 'not_connected', 'ticketdesk refuses our access token. Connect it again.'];
  assert.deepEqual(await asks(), revoked);
});
