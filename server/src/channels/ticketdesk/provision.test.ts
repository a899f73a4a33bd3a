import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTicketdesk, type Ticketdesk } from '../../../test/providers/ticketdesk/ticketdesk.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

const base = '/api/integrations/ticketdesk';
let server: TestServer;
let world: World;
let vendor: Ticketdesk;
before(async () => {
  vendor = await startTicketdesk();
  server = await startServer({
    environment: { TICKETDESK_BASE_URL: vendor.url, EGRESS_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://desk.test' },
  });
  world = await createWorld(server);
  await world.wim.puts(`${base}/app`, { subdomain: 'birch', access_token: vendor.accessToken });
});
after(async () => {
  await server.close();
  await vendor.close();
});

const provision = (by = world.wim) => by.calls('POST', `${base}/provision`, {});
const made = () => [vendor.account.webhooks.length, vendor.account.triggers.length];
const arrives = (body: unknown) => {
  const { raw: payload, headers } = vendor.events.signed(body);
  const url = `/webhooks/ticketdesk/${world.birch.organizationId}`;
  return server.app.inject({ method: 'POST', url, payload, headers });
};

test('only admins of a connected organization set it up', async () => {
  assert.equal((await provision(world.max)).status, 403);
  const unconnected = await provision(world.mallory);
  assert.deepEqual([unconnected.status, unconnected.body.code], [409, 'not_connected']);
  assert.deepEqual(made(), [0, 0]);
});

test('one of several simultaneous calls creates everything, and the others get 409', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => provision()));
  assert.deepEqual(made(), [1, 2]);
  for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'provisioning', `${status}`);
  assert.ok(answers.some(({ status }) => status === 200));
  vendor.account.webhooks.length = 0;
  vendor.account.triggers.length = 0;
});

test('a refusal by the vendor is reported, and the next attempt creates what is missing', async () => {
  vendor.failNext({ kind: 'answer', status: 500 }, { on: 'POST /api/v2/triggers' });
  const refused = await provision();
  assert.deepEqual([refused.status, refused.body.code], [502, 'upstream_failed']);
  assert.deepEqual(made(), [1, 0]);
  const { status, body } = await provision();
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(made(), [1, 2]);
  assert.equal(body.steps.find(({ id }: { id: string }) => id === 'signing_secret').state, 'ok');
  assert.equal(vendor.account.webhooks[0]?.['endpoint'], body.webhook_url);
});

test('the triggers’ requests are authentic and understood, for customers and for colleagues', async () => {
  assert.deepEqual(made(), [1, 2]);
  const { ticketId } = vendor.events.ticketOpened({ subject: 'Invoice', text: 'Where is my invoice?' });
  for (const { actions } of vendor.account.triggers as { actions: { value: [string, string] }[] }[]) {
    const [webhookId, template] = actions[0]?.value ?? [];
    assert.equal(webhookId, vendor.account.webhookId);
    const filled = String(template)
      .replace('{{ticket.id}}', String(ticketId))
      .replace('{{current_user.id}}', '7')
      .replace('{{current_user.role}}', 'End-user')
      .replace('{{ticket.updated_at_with_timestamp}}', '2026-03-02T10:00:00Z');
    assert.doesNotMatch(filled, /\{\{/);
    const answer = await arrives(JSON.parse(filled));
    assert.equal(answer.statusCode, 202, `${filled}: ${answer.body}`);
  }
});

test('a repeat changes nothing, and a trigger that somebody has removed is created again', async () => {
  await provision();
  assert.deepEqual(made(), [1, 2]);
  const [customers, colleagues] = vendor.account.triggers;
  assert.ok(customers && colleagues);
  customers['active'] = false;
  await provision();
  assert.deepEqual(made(), [1, 3]);
  vendor.account.triggers.splice(vendor.account.triggers.indexOf(colleagues), 1);
  await provision();
  assert.deepEqual(made(), [1, 3]);
});
