import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startChatdesk, type Chatdesk } from '../../../test/providers/chatdesk/chatdesk.ts';
import { startTicketdesk, type Ticketdesk } from '../../../test/providers/ticketdesk/ticketdesk.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { Caller, createWorld, type World } from '../../../test/world.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { openTicketdesk } from '../ticketdesk/open.ts';

let server: TestServer;
let world: World;
let chatdesk: Chatdesk;
let ticketdesk: Ticketdesk;

before(async () => {
  chatdesk = await startChatdesk();
  ticketdesk = await startTicketdesk({ expiresIn: 600 });
  server = await startServer({
    environment: {
      CHATDESK_API_URL: chatdesk.url,
      CHATDESK_TOKEN_URL: chatdesk.tokenUrl,
      TICKETDESK_BASE_URL: ticketdesk.url,
      TICKETDESK_CLIENT_ID: ticketdesk.clientId,
      TICKETDESK_CLIENT_SECRET: ticketdesk.clientSecret,
      EGRESS_ALLOW: '127.0.0.1',
    },
  });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await Promise.all([chatdesk.close(), ticketdesk.close()]);
});

const chat = '/api/integrations/chatdesk';
const ticket = '/api/integrations/ticketdesk';
const app = () => ({ client_id: chatdesk.workspace.clientId, client_secret: chatdesk.workspace.clientSecret });

test('nothing is connected at first, and the status says what to do', async () => {
  const status = await world.max.gets(`${chat}/status`);
  assert.equal(status.status, 'not_configured');
  assert.equal(status.account, null);
  assert.match(status.webhook_url, new RegExp(`/webhooks/chatdesk/${world.birch.organizationId}$`));
  assert.ok(status.steps.some((step: { id: string; remedy?: string }) => step.id === 'grant' && step.remedy));
});

test('without an app there is no connect URL, and nothing can be provisioned', async () => {
  const answer = await world.wim.calls('GET', `${chat}/connect-url`);
  assert.deepEqual([answer.status, answer.body.code], [409, 'app_not_configured']);
  const provisioned = await world.wim.calls('POST', `${chat}/provision`);
  assert.deepEqual([provisioned.status, provisioned.body.code], [409, 'not_connected']);
});

test('chatdesk is connected by its redirect, and the state works once', async () => {
  await world.wim.puts(`${chat}/app`, app());
  const { authorization_url, state, expires_at } = await world.wim.gets(`${chat}/connect-url`);
  const url = new URL(authorization_url);
  assert.equal(url.searchParams.get('client_id'), chatdesk.workspace.clientId);
  assert.equal(url.searchParams.get('state'), state);
  assert.equal(url.searchParams.get('response_type'), null);
  assert.ok(new Date(expires_at) > server.desk.clock.now());

  const callback = { code: chatdesk.issueCode(), state };
  const status = await world.wim.posts(`${chat}/oauth/exchange`, callback, 200);
  assert.equal(status.status, 'connected');
  assert.deepEqual(status.account, { id: chatdesk.workspace.appId, name: chatdesk.workspace.appName });
  const again = await world.wim.calls('POST', `${chat}/oauth/exchange`, { ...callback, code: chatdesk.issueCode() });
  assert.deepEqual([again.status, again.body.code], [422, 'state_invalid']);
});

test('provisioning creates nothing in chatdesk, and says what is missing', async () => {
  chatdesk.calls.clear();
  await world.max.posts(`${chat}/provision`, undefined, 403);
  const { steps } = await world.wim.posts(`${chat}/provision`, undefined, 200);
  const { state, remedy } = steps.find(({ id }: { id: string }) => id === 'first_event');
  assert.equal(state, 'missing');
  assert.ok(remedy);
  assert.deepEqual(chatdesk.calls.all, []);
});

const checkedAt = ({ steps }: any, step: string) => steps.find(({ id }: any) => id === step).checked_at;

test('the first event makes the connection ready', async () => {
  const granted = checkedAt(await world.max.gets(`${chat}/status`), 'grant');
  const { raw, headers } = chatdesk.events.ping();
  await server.app.inject({
    method: 'POST',
    url: `/webhooks/chatdesk/${world.birch.organizationId}`,
    headers,
    payload: raw,
  });
  const status = await world.max.gets(`${chat}/status`);
  assert.equal(status.status, 'ready');
  assert.ok(status.last_event_received_at);
  assert.equal(checkedAt(status, 'grant'), granted, 'an event does not say whether the vendor accepts our token');
  assert.ok(checkedAt(status, 'first_event') >= status.last_event_received_at);
});

test('a state of another user or vendor, or one that is too old, is refused', async () => {
  const stateFor = async (who: typeof world.wim, path: string) => (await who.gets(path)).state as string;
  const exchange = (who: typeof world.wim, state: string) =>
    who.calls('POST', `${chat}/oauth/exchange`, { code: 'c', state });
  const own = await stateFor(world.wim, `${chat}/connect-url`);
  assert.equal((await exchange(world.mallory, own)).body.code, 'state_invalid');
  const theirs = await stateFor(world.ada, `${chat}/connect-url`);
  assert.equal((await exchange(world.wim, theirs)).body.code, 'state_invalid');
  const tickets = await stateFor(world.wim, `${ticket}/connect-url?subdomain=birch`);
  assert.equal((await exchange(world.wim, tickets)).body.code, 'state_invalid');
  const { key } = await world.ada.posts('/api/api-keys', { name: 'Setup', role: 'workspace_admin' });
  const script = new Caller(server, { name: 'Setup', token: key, userId: '', ...world.birch });
  const scripted = await stateFor(script, `${chat}/connect-url`);
  assert.equal((await exchange(world.wim, scripted)).body.code, 'state_invalid');
  const old = await stateFor(world.wim, `${chat}/connect-url`);
  server.pass(10 * 60_000);
  assert.equal((await exchange(world.wim, old)).body.code, 'state_invalid');
});

test('unused states are deleted after their expiry, when the next one is created', async () => {
  const states = () =>
    inScope(server.desk.db, world.birch, (tx) => tx.selectFrom('oauth_state').select('hash').execute());
  await world.wim.gets(`${chat}/connect-url`);
  assert.ok((await states()).length > 0);
  server.pass(10 * 60_000);
  await world.wim.gets(`${chat}/connect-url`);
  assert.equal((await states()).length, 1);
});

test('a code that the vendor refuses is reported as an upstream failure', async () => {
  const { state } = await world.wim.gets(`${chat}/connect-url`);
  const answer = await world.wim.calls('POST', `${chat}/oauth/exchange`, { code: 'used', state });
  assert.deepEqual([answer.status, answer.body.code], [502, 'upstream_failed']);
});

test('declining access at the vendor gives access_denied and ends the attempt', async () => {
  for (const [path, from] of [
    [chat, `${chat}/connect-url`],
    [ticket, `${ticket}/connect-url?subdomain=birch`],
  ] as const) {
    const { state } = await world.wim.gets(from);
    const declined = async () =>
      (await world.wim.posts(`${path}/oauth/exchange`, { error: 'access_denied', state }, 422)).code;
    assert.deepEqual([await declined(), await declined()], ['access_denied', 'state_invalid'], path);
  }
});

test('an account that is connected to one organization cannot be connected to another', async () => {
  const answer = await world.mallory.calls('PUT', `${chat}/app`, { ...app(), access_token: chatdesk.accessToken });
  assert.equal(answer.status, 409);
  assert.equal((await world.mallory.gets(`${chat}/status`)).account, null, 'nothing of it was kept');
});

test('a pasted token is checked with the vendor before it is stored', async () => {
  const answer = await world.wim.calls('PUT', `${ticket}/app`, { access_token: 'wrong', subdomain: 'birch' });
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.errors[0].path],
    [422, 'credentials_rejected', '/access_token'],
  );
  const status = await world.wim.puts(`${ticket}/app`, { access_token: ticketdesk.accessToken, subdomain: 'birch' });
  assert.equal(status.status, 'configuring', 'the signing secret is missing');
});

test('ticketdesk is connected by its redirect, and its token is renewed by one worker only', async () => {
  const { authorization_url, state } = await world.wim.gets(`${ticket}/connect-url?subdomain=birch`);
  assert.match(authorization_url, /\/oauth\/authorizations\/new\?response_type=code&/);
  await world.wim.posts(`${ticket}/oauth/exchange`, { code: ticketdesk.issueCode(), state }, 200);
  const { desk } = server;
  const open = async () => {
    const opened = await openTicketdesk(desk, world.birch, desk.egress);
    assert.equal(opened.kind, 'open');
    return opened.kind === 'open' ? opened.access : null;
  };
  const before = await open();
  server.pass(570_000);
  ticketdesk.calls.clear();
  const [first, second] = await Promise.all([open(), open()]);
  assert.notEqual(first?.token, before?.token);
  assert.equal(second?.token, first?.token);
  assert.equal(ticketdesk.calls.all.filter((call) => call.path === '/oauth/tokens').length, 1);
});

test('destinations are chosen from all pages of the helpdesk’s list, which is fetched once a minute', async () => {
  const { max, mallory } = world;
  const targets = (kind: string) => max.gets(`/api/routing/targets?kind=${kind}`);
  const [team] = chatdesk.workspace.teams;
  assert.deepEqual((await targets('chatdesk_team')).items[0], { id: String(team?.id), name: team?.name });
  assert.ok((await targets('chatdesk_admin')).items.length > 0);
  const groups = (await targets('ticketdesk_group')).items.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    groups,
    ticketdesk.account.groups.map(({ name }) => name),
  );
  const [first] = ticketdesk.account.users;
  assert.ok(first);
  ticketdesk.account.users.push({ ...first, id: first.id + 1, name: 'Noa', role: 'admin' });
  const agents = ticketdesk.account.users.filter(({ role }) => role !== 'end-user');
  ticketdesk.calls.clear();
  assert.equal((await targets('ticketdesk_agent')).items.length, agents.length);
  const one = await targets('ticketdesk_agent&limit=1');
  assert.equal(one.items.length, 1);
  const rest = await targets(`ticketdesk_agent&cursor=${encodeURIComponent(one.next_cursor)}`);
  assert.deepEqual([rest.items.length, rest.next_cursor], [agents.length - 1, null]);
  assert.equal(ticketdesk.calls.all.filter(({ path }) => path === '/api/v2/users').length, agents.length);
  const strange = await mallory.calls('GET', '/api/routing/targets?kind=chatdesk_team');
  assert.deepEqual([strange.status, strange.body.code], [409, 'not_connected']);
  await max.gets('/api/routing/targets?kind=fax', 422);
});

test('the webhook secret is checked, shown as a fingerprint only, and the previous one stays valid for a day', async () => {
  const short = await world.wim.calls('POST', `${ticket}/webhook-secret`, { secret: 'short' });
  assert.deepEqual([short.status, short.body.errors[0].path], [422, '/secret']);
  const open = await world.wim.calls('POST', `${ticket}/webhook-secret`, {
    secret: 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==',
  });
  assert.equal(open.status, 422, 'everybody knows this one');
  const both = await world.wim.calls('POST', `${ticket}/webhook-secret`, {
    secret: 'long enough to be one',
    fetch: true,
  });
  assert.equal(both.status, 422);

  const first = await world.wim.posts(`${ticket}/webhook-secret`, { secret: 'the first signing secret' }, 200);
  assert.equal(first.previous_valid_until, null);
  const next = await world.wim.posts(`${ticket}/webhook-secret`, { secret: 'the second signing secret' }, 200);
  assert.equal(Date.parse(next.previous_valid_until), server.desk.clock.now().getTime() + 86_400_000);
  assert.notEqual(next.fingerprint, first.fingerprint);
  const same = await world.wim.posts(`${ticket}/webhook-secret`, { secret: 'the second signing secret' }, 200);
  assert.deepEqual(same, next, 'the same again changes nothing');
});

test('no secret is in the database in readable form', async () => {
  const rows = await inScope(server.desk.db, world.birch, (tx) => tx.selectFrom('integration').selectAll().execute());
  const text = JSON.stringify(rows);
  for (const secret of [
    chatdesk.workspace.clientSecret,
    chatdesk.accessToken,
    ticketdesk.accessToken,
    'the second signing secret',
  ]) {
    assert.equal(text.includes(secret), false);
  }
});

test('disconnecting a helpdesk revokes its token, deletes its secrets and frees its account', async () => {
  const { wim, max, mallory } = world;
  const grant = { access_token: ticketdesk.accessToken, subdomain: 'birch' };
  await wim.puts(`${ticket}/app`, grant);
  assert.equal((await mallory.calls('PUT', `${ticket}/app`, grant)).status, 409);
  await max.posts(`${ticket}/disconnect`, {}, 403);
  ticketdesk.calls.clear();
  const status = await wim.posts(`${ticket}/disconnect`, {}, 200);
  assert.deepEqual([status.status, status.account], ['disconnected', null]);
  assert.equal(ticketdesk.calls.all.filter(({ method }) => method === 'DELETE').length, 1);
  const again = await wim.posts(`${ticket}/disconnect`, {}, 200);
  assert.equal(again.status, 'disconnected');
  const { items } = await world.ada.gets('/api/audit-events?action=integration.disconnected');
  assert.equal(items.length, 1);
  assert.equal((await mallory.puts(`${ticket}/app`, grant)).account.id, 'birch');
  await mallory.posts(`${ticket}/disconnect`, {}, 200);
});

test('members can read the status but cannot change anything', async () => {
  await world.max.gets(`${ticket}/status`);
  const refused = [
    await world.max.calls('PUT', `${chat}/app`, { nonsense: 1 }),
    await world.max.calls('GET', `${chat}/connect-url`),
    await world.max.calls('POST', `${chat}/oauth/exchange`, {}),
    await world.max.calls('POST', `${ticket}/webhook-secret`, {}),
  ];
  assert.deepEqual(
    refused.map((answer) => [answer.status, answer.body.code]),
    Array(4).fill([403, 'role_required']),
  );
  assert.equal((await world.nobody.calls('GET', `${chat}/status`)).status, 401);
});

test('unknown fields are refused with their JSON pointer', async () => {
  const answer = await world.wim.calls('PUT', `${chat}/app`, { client_id: 'x', clientSecret: 'y' });
  assert.deepEqual([answer.status, answer.body.errors[0].path], [422, '/clientSecret']);
});

test('another subdomain does not get the grant of this one', async () => {
  await world.mallory.puts(`${ticket}/app`, { access_token: ticketdesk.accessToken, subdomain: 'cedar' });
  const moved = await world.mallory.puts(`${ticket}/app`, { subdomain: 'elsewhere' });
  assert.deepEqual([moved.status, moved.account], ['not_configured', null]);
  const opened = await openTicketdesk(server.desk, world.cedar, server.desk.egress);
  assert.equal(opened.kind, 'not_connected');
});
