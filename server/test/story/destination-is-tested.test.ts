import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setStage, type Stage } from './stage.ts';

const destinations = '/api/routing/destinations';
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const adds = async (input: Record<string, unknown>): Promise<string> =>
  (await stage.world.wim.posts(destinations, input)).id;
const tests = (id: string, by = stage.world.wim) => by.calls('POST', `${destinations}/${id}/test`);
const outcomeOf = async (id: string) => {
  const { status, text, body } = await tests(id);
  assert.equal(status, 200, text);
  return [body.ok, body.outcome];
};

test('a mailbox gets a mail; a refusal by the relay is reported', async () => {
  const id = await adds({ name: 'Billing', kind: 'email', target: 'billing@birch.test' });
  assert.deepEqual(await outcomeOf(id), [true, 'sent']);
  assert.deepEqual(await outcomeOf(id), [true, 'sent']);
  const mails = stage.mail.mailsTo('billing@birch.test');
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Test handover to Billing', 'Test handover to Billing'],
  );
  stage.mail.failNext({ kind: 'refuse', at: 'recipient', code: 550 });
  assert.deepEqual(await outcomeOf(id), [false, 'refused']);
  stage.mail.failNext({ kind: 'refuse', at: 'recipient', code: 451 });
  assert.deepEqual(await outcomeOf(id), [false, 'no_answer']);
  assert.equal(stage.mail.mailsTo('billing@birch.test').length, 2);
});

test('a webhook gets a test event instead of a handover', async () => {
  const bodies: any[] = [];
  let status = 204;
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const id = await adds({ name: 'Pager', kind: 'webhook', target });
  assert.deepEqual(await outcomeOf(id), [true, 'sent']);
  assert.deepEqual([bodies[0].type, bodies[0].destination], ['destination.tested', { id, name: 'Pager' }]);
  status = 404;
  assert.deepEqual(await outcomeOf(id), [false, 'refused']);
  status = 503;
  assert.deepEqual(await outcomeOf(id), [false, 'no_answer']);
  receiver.close();
});

test('for a helpdesk the test checks that the team exists, and sends nothing', async () => {
  const [team] = stage.chatdesk.workspace.teams;
  const id = await adds({ name: 'Team', kind: 'chatdesk_team', target: String(team?.id) });
  const { body } = await tests(id);
  assert.deepEqual(body, { ok: true, outcome: 'found', detail: team?.name });
  stage.chatdesk.workspace.teams.shift();
  assert.deepEqual(await outcomeOf(id), [false, 'gone']);
  const group = await adds({ name: 'Group', kind: 'ticketdesk_group', target: '404' });
  assert.deepEqual(await outcomeOf(group), [false, 'gone']);
});

test('the internal queue always exists; only workspace admins may test, in their own organization', async () => {
  const { max, mallory, ada } = stage.world;
  const id = await adds({ name: 'Desk', kind: 'queue' });
  assert.deepEqual(await outcomeOf(id), [true, 'internal']);
  assert.equal((await tests(id, max)).status, 403);
  assert.equal((await tests(id, mallory)).status, 404);
  const elsewhere = await mallory.posts(destinations, { name: 'Team', kind: 'chatdesk_team', target: '7' });
  assert.deepEqual((await tests(elsewhere.id, mallory)).body, { ok: false, outcome: 'not_connected', detail: null });
  const { items } = await ada.gets('/api/audit-events?action=destination.tested');
  assert.ok(items.some(({ subject }: any) => subject.id === id));
});
