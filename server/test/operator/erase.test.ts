import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engine } from '../promises/chance.ts';
import { conversationOf, setStage, type Stage } from '../story/stage.ts';
import { besideDesk } from './tool.ts';

// The tool runs next to a running desk, but the embedded database serves one process.
const skip = engine !== 'postgres';
let stage: Stage;
before(async () => {
  if (!skip) stage = await setStage({ autoRespond: false });
});
after(() => stage?.close());

const run = (...args: string[]) => besideDesk(stage, ['erase', ...args]);

test('the operator erases a customer by their address, and gets the counts', { skip }, async () => {
  const { chatdesk, hooks, world } = stage;
  const customer = { name: 'Noor', email: 'noor@customer.test' };
  const event = chatdesk.events.userCreated({ text: 'Where is my order?', customer });
  await chatdesk.deliver(hooks.chatdesk, event);
  const { customer: who } = await conversationOf(stage, event.conversationId);
  const organization = ['--org', world.birch.organizationId];
  const nobody = await run(...organization, '--customer', 'nobody@customer.test');
  assert.deepEqual([nobody.code, nobody.err], [1, 'frontdesk: There is no such customer.\n']);
  assert.equal((await run('--customer', customer.email)).code, 2, 'it needs an organization');
  const { code, out, err } = await run(...organization, '--customer', 'Noor@Customer.test', '--json');
  assert.equal(code, 0, err);
  const [erasure] = JSON.parse(out);
  assert.deepEqual([erasure.status, erasure.customer_id, erasure.counts.messages], ['done', who.id, 1]);
  await world.ada.gets(`/api/customers/${who.id}`, 404);
  const { items } = await world.ada.gets('/api/audit-events?action=customer.erased');
  assert.equal(items[0].actor.type, 'operator');
});
