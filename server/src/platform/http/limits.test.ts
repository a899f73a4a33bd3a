import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startChatdesk, type Chatdesk } from '../../../test/providers/chatdesk/chatdesk.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { Caller, createWorld, registers, type World } from '../../../test/world.ts';
import { createServer } from '../server/server.ts';
import { inScope } from '../database/transaction.ts';

// Fifty calls a minute for a caller, so 250 for an organization, 5 for strangers, 42 events in ten seconds.
let server: TestServer;
let world: World;
let chatdesk: Chatdesk;
before(async () => {
  chatdesk = await startChatdesk();
  server = await startServer({
    environment: {
      RATE_LIMIT_PER_MINUTE: '50',
      TRUSTED_PROXIES: '198.51.100.0/24',
      CHATDESK_API_URL: chatdesk.url,
      EGRESS_ALLOW: '127.0.0.1',
    },
  });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await chatdesk.close();
});

const tags = '/api/routing/tags';
const anotherMinute = () => server.pass(60_000);

test('every answer contains the remaining calls, and calls over the limit are refused until the window ends', async () => {
  anotherMinute();
  const first = await world.max.calls('GET', tags);
  assert.equal(first.headers['ratelimit-policy'], '"default";q=50;w=60');
  assert.equal(first.headers['ratelimit'], '"default";r=49;t=60');
  server.pass(20_500);
  for (let call = 2; call <= 50; call++) assert.equal((await world.max.calls('GET', tags)).status, 200, `call ${call}`);
  const refused = await world.max.calls('POST', tags, { name: 'one too many' });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.equal(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(refused.headers['retry-after'], '40');
  assert.equal(refused.headers['ratelimit'], '"default";r=0;t=40');
  assert.equal((await world.wim.calls('GET', tags)).headers['ratelimit'], '"default";r=49;t=60', 'another caller');
  server.pass(39_499);
  assert.equal((await world.max.calls('GET', tags)).status, 429);
  server.pass(1);
  assert.equal((await world.max.calls('GET', tags)).status, 200);
});

test('the callers of an organization share five times the limit of one; other organizations are not affected', async () => {
  anotherMinute();
  const { limits } = server.desk;
  const count = (caller: number) => limits.ofCaller({ caller: `user:${caller}`, ...world.birch });
  for (let call = 0; call < 250; call++) assert.equal(count(call % 10).exceeded, false);
  const refused = await world.wim.calls('GET', tags);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['ratelimit'], '"organization";r=0;t=60');
  assert.equal((await world.mallory.calls('GET', tags)).status, 200);
});

const from = (ip: string, headers: Record<string, string> = {}, url = tags) =>
  server.app.inject({ method: 'GET', url, remoteAddress: ip, headers });

test('unauthenticated calls are counted by network; calls with a valid token are not counted with them', async () => {
  anotherMinute();
  const garbage = { authorization: 'Bearer nothing' };
  const calls = [
    await from('203.0.113.7'),
    await from('203.0.113.7', garbage),
    await from('203.0.113.7', {}, '/api/openapi.json'),
    await from('203.0.113.7', {}, '/api/no-such-route'),
    await from('203.0.113.7', { authorization: `Bearer ${world.max.token}`, 'x-organization-id': 'x' }),
  ];
  assert.deepEqual(
    calls.map(({ statusCode, headers }) => [statusCode, headers['ratelimit']]),
    [401, 401, 200, 404, 400].map((status, index) => [status, `"unauthenticated";r=${4 - index};t=60`]),
  );
  for (const url of [tags, '/api/openapi.json', '/api/no-such-route'])
    assert.equal((await from('203.0.113.7', garbage, url)).statusCode, 429, url);
  assert.equal((await from('203.0.113.8')).statusCode, 401, 'another address');
  assert.equal((await from('203.0.113.7', { authorization: `Bearer ${world.max.token}` })).statusCode, 200);

  for (let host = 1; host <= 5; host++) assert.equal((await from(`2001:db8:0:1::${host}`)).statusCode, 401);
  assert.equal((await from('2001:db8:0:1:ffff::6')).statusCode, 429, 'another address of the same network');
});

test('X-Forwarded-For is trusted from configured proxies only', async () => {
  anotherMinute();
  const via = (proxy: string, client: string) => from(proxy, { 'x-forwarded-for': client });
  for (let call = 0; call < 5; call++) assert.equal((await via('198.51.100.9', '203.0.113.20')).statusCode, 401);
  assert.equal((await via('198.51.100.9', '203.0.113.20')).statusCode, 429);
  assert.equal((await via('198.51.100.9', '203.0.113.21')).statusCode, 401);
  for (let call = 0; call < 5; call++) assert.equal((await via('192.0.2.1', `203.0.113.${call}`)).statusCode, 401);
  assert.equal((await via('192.0.2.1', '203.0.113.99')).statusCode, 429, 'a stranger who names somebody else');
});

test('an invalid proxy list stops the start with the name of the variable', () => {
  const config = { ...server.desk.config, TRUSTED_PROXIES: '10.0.0.0/8, balancer.internal' };
  assert.throws(() => createServer({ ...server.desk, config }), /TRUSTED_PROXIES: "balancer\.internal"/);
});

test('events that come too quickly are refused before they are stored, and stored when they come again', async () => {
  anotherMinute();
  await world.wim.puts('/api/integrations/chatdesk/app', {
    client_secret: chatdesk.workspace.clientSecret,
    access_token: chatdesk.accessToken,
  });
  const deliver = async ({ raw, headers }: ReturnType<typeof chatdesk.events.userCreated>, tampered = '') => {
    const url = `/webhooks/chatdesk/${world.birch.organizationId}`;
    return server.app.inject({ method: 'POST', url, headers, payload: raw + tampered });
  };
  const stored = () =>
    inScope(server.desk.db, world.birch, (tx) => tx.selectFrom('inbound_event').select('id').execute());

  for (let call = 0; call < 100; call++)
    assert.equal((await deliver(chatdesk.events.userCreated({ text: 'forged' }), ' ')).statusCode, 401);
  for (let call = 0; call < 41; call++) server.desk.limits.admitEvent(world.birch.organizationId);
  assert.equal((await deliver(chatdesk.events.userCreated({ text: 'the last one' }))).statusCode, 202);
  const event = chatdesk.events.userCreated({ text: 'too quick' });
  const refused = await deliver(event);
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.headers['retry-after']],
    [429, 'rate_limited', '10'],
  );
  assert.equal((await stored()).length, 1);
  server.pass(10_000);
  assert.equal((await deliver(event)).statusCode, 202);
  assert.equal((await stored()).length, 2);
});

test('costly operations have their own limits by organization, with Retry-After', async () => {
  server.pass(3_600_000);
  const domain = await world.wim.posts('/api/channels/email/domains', { domain: 'costly.test' });
  const verify = `/api/channels/email/domains/${domain.id}/verify`;
  // Six an hour at 600 calls a minute; at fifty calls, one.
  assert.equal((await world.wim.calls('POST', verify)).status, 200);
  const refused = await world.wim.calls('POST', verify);
  assert.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [429, 'rate_limited', '3600']);
  const { id } = await world.wim.posts('/api/connectors', { name: 'Shop', base_url: 'https://127.0.0.1:1' });
  const check = async () => (await world.wim.calls('POST', `/api/connectors/${id}/validate`, {})).status;
  // Ten a minute at 600 calls a minute; at fifty calls, one.
  assert.deepEqual([await check(), await check()], [200, 429]);
  const stranger = (email: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress: '203.0.113.77',
      payload: { email, password: 'a-password-of-length', organization_name: 'New' },
    });
  const first = await stranger('one@stranger.test');
  assert.equal(first.statusCode, 201, first.body);
  const second = await stranger('two@stranger.test');
  assert.deepEqual([second.statusCode, second.headers['retry-after']], [429, '3600']);
});

test('trial messages are counted for each person, over all conversations of the playground', async () => {
  const ada = await registers(server, 'Eve', 'Elm');
  const max = await registers(server, 'Ole', 'Oak');
  const simulate = async (caller: typeof ada) =>
    (await caller.calls('POST', '/api/knowledge/validation/outcome/simulate', { message: 'Hello?' })).status;
  // Three hundred a minute at 600 calls a minute; at fifty calls, twenty-five.
  for (let call = 0; call < 25; call++) assert.notEqual(await simulate(ada), 429);
  assert.equal(await simulate(ada), 429);
  assert.notEqual(await simulate(max), 429, 'another has the same again');
  server.pass(61_000);
  const playground = '/api/knowledge/validation/playground/conversations';
  const tabs = [await ada.posts(playground, {}), await ada.posts(playground, {})];
  const says = async (call: number) =>
    (await ada.calls('POST', `${playground}/${tabs[call % 2].id}/messages`, { text: 'Hello?' })).status;
  for (let call = 0; call < 25; call++) assert.equal(await says(call), 201);
  assert.equal(await says(25), 429);
});

/** Creates a caller with an API key, which does not expire while days pass. */
async function importerOf(name: string, organization: string): Promise<Caller> {
  const admin = await registers(server, name, organization);
  const { key } = await admin.posts('/api/api-keys', { name: 'Importer', role: 'workspace_admin' });
  const { userId, organizationId } = admin;
  return new Caller(server, { name: 'Importer', token: key, userId, organizationId });
}

test('invitations of an organization are limited by minute and by day', async () => {
  const ivy = await importerOf('Ivy', 'Ilex');
  let invited = 0;
  const invites = async (who = ivy) => {
    const wish = { email: `guest-${invited++}@example.test`, role: 'member' };
    const { status, headers, body } = await who.calls('POST', '/api/invitations', wish);
    return status === 201 ? status : [status, body.code, headers['retry-after']];
  };
  // Thirty a minute at 600 calls a minute; at fifty calls, two.
  assert.deepEqual([await invites(), await invites()], [201, 201]);
  assert.deepEqual(await invites(), [429, 'rate_limited', '60']);
  assert.equal(await invites(await importerOf('Joe', 'Juniper')), 201, 'another organization has its own');
  // Two hundred a day at 600 calls a minute; at fifty calls, sixteen.
  for (let minute = 1; minute < 8; minute++) {
    server.pass(60_000);
    assert.deepEqual([await invites(), await invites()], [201, 201], `minute ${minute}`);
  }
  server.pass(60_000);
  assert.deepEqual(await invites(), [429, 'rate_limited', String(86_400 - 8 * 60)]);
  server.pass(86_400_000);
  assert.equal(await invites(), 201);
});

test('uploads of an organization are limited by minute', async () => {
  const importer = await importerOf('Kim', 'Kapok');
  const upload = () => importer.calls('POST', '/api/knowledge/documents/upload', {});
  // Twenty a minute at 600 calls a minute; at fifty calls, one.
  assert.equal((await upload()).status, 415);
  const refused = await upload();
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
  server.pass(60_000);
  assert.equal((await upload()).status, 415);
});

test('uploads of an organization are limited by day', async () => {
  const importer = await importerOf('Fay', 'Fir');
  const upload = async () => {
    // One a minute at fifty calls a minute.
    server.pass(61_000);
    const answer = await importer.calls('POST', '/api/knowledge/documents/upload', {});
    return answer.status;
  };
  // Two hundred a day at 600 calls a minute; at fifty calls, sixteen.
  for (let file = 0; file < 16; file++) assert.equal(await upload(), 415);
  assert.equal(await upload(), 429);
});

test('uploaded bytes are limited by day, for each organization separately', async () => {
  // 1 GiB a day at 600 calls a minute; at fifty calls, 85 MiB.
  const long = 'words and more words '.repeat(1_150_000);
  const uploads = async (who: Caller) => {
    server.pass(61_000);
    const { items } = await who.gets('/api/knowledge/collections');
    const { id } = items[0] ?? (await who.posts('/api/knowledge/collections', { name: 'Long' }));
    const form = new FormData();
    form.set('collection_id', id);
    form.set('file', new File([long], 'long.txt', { type: 'text/plain' }));
    const { headers, bytes } = await encoded(form);
    return (await who.calls('POST', '/api/knowledge/documents/upload', bytes, headers)).status;
  };
  const [gus, hal] = [await importerOf('Gus', 'Gorse'), await importerOf('Hal', 'Hazel')];
  for (let file = 0; file < 3; file++) assert.equal(await uploads(gus), 202);
  assert.equal(await uploads(gus), 429);
  assert.equal(await uploads(hal), 202);
  server.pass(86_400_000);
  assert.equal(await uploads(gus), 202);
});

async function encoded(form: FormData): Promise<{ headers: Record<string, string>; bytes: Buffer }> {
  const request = new Request('http://desk.test', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, bytes: Buffer.from(await request.arrayBuffer()) };
}
