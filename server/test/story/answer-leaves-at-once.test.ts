import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findConversation } from '../../src/conversations/record/conversations.store.ts';
import { promiseDelivery } from '../../src/conversations/index.ts';
import { inScopeRolledBack } from '../../src/platform/database/transaction.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
  // The state with which each row enters the outbox.
  await stage.server.desk.db.owner.query(
    `create table entered (conversation_id uuid, state text);
     create function note_entry() returns trigger language plpgsql security definer as $$
       begin insert into entered values (new.conversation_id, new.state); return null; end $$;
     create trigger note_entry after insert on outbox for each row execute function note_entry()`,
  );
});
after(() => stage.close());

async function answeredChat() {
  const event = stage.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, ({ messages }) =>
    assert.equal(messages.at(-1).delivery.status, 'sent'),
  );
  return { id: String(conversation.id), thread: event.conversationId };
}

test('the transaction that writes an answer also begins its delivery, which happens once', async () => {
  const { id, thread } = await answeredChat();
  const { owner } = stage.server.desk.db;
  const { rows } = await owner.query('select state from entered where conversation_id = $1', [id]);
  assert.deepEqual(rows, [{ state: 'sending' }]);
  const { rows: left } = await owner.query('select state, attempts from outbox where conversation_id = $1', [id]);
  assert.deepEqual(left, [{ state: 'sent', attempts: 1 }]);
  assert.equal(stage.chatdesk.repliesTo(thread).length, 1);
});

test('a row does not overtake those before it, nor leave unchecked', async () => {
  const { id } = await answeredChat();
  const { desk } = stage.server;
  const scope = { organizationId: stage.world.birch.organizationId };
  const states = async (checked: readonly boolean[]): Promise<unknown[]> => {
    let seen: unknown[] = [];
    await inScopeRolledBack(desk.db, scope, async (tx) => {
      const row = await findConversation(tx, scope, id);
      assert.ok(row);
      for (const [number, each] of checked.entries())
        await promiseDelivery(desk, tx, row, {
          kind: 'reply',
          actor: 'ai',
          messageId: null,
          handoverId: null,
          content: { text: 'Hello.' },
          dedupeKey: `test:${number}`,
          checked: each,
        });
      const open = await tx
        .selectFrom('outbox')
        .select(['state', 'attempts'])
        .where('conversation_id', '=', id)
        .where('state', '<>', 'sent')
        .orderBy('position')
        .execute();
      seen = open.map(({ state, attempts }) => `${state} ${attempts}`);
    });
    return seen;
  };
  assert.deepEqual(await states([true, true]), ['sending 1', 'pending 0']);
  assert.deepEqual(await states([false, true]), ['pending 0', 'pending 0']);
});
