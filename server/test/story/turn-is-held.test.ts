import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { beginTurn } from '../../src/conversations/index.ts';
import { inScope } from '../../src/platform/database/transaction.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

test('a process whose clock is ahead does not take a turn that another one holds', async () => {
  const { desk } = stage.server;
  const { birch } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const undone = new Error('everything is as it was');
  const twice = inScope(desk.db, birch, async (tx) => {
    await tx.updateTable('conversation').set({ ai_state: 'queued', turn_due_at: null }).where('id', '=', id).execute();
    assert.ok(await beginTurn(desk, tx, birch, { id, lease: randomUUID() }));
    stage.server.pass(60_000);
    assert.equal(await beginTurn(desk, tx, birch, { id, lease: randomUUID() }), null);
    throw undone;
  });
  await assert.rejects(twice, (error) => error === undone);
  stage.server.pass(-60_000);
});
