import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

async function answeredTo(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
}

test('a document lists the conversations that it answered, newest first, and those that went to people anyway', async () => {
  const { ada, max, mallory } = stage.world;
  const first = await answeredTo('hi, i forgot my password and cannot sign in. how do i reset it?');
  const second = await answeredTo('I forgot my password. How do I reset it?');
  const id = first.messages.at(-1).citations[0].document_id;
  const path = `/api/knowledge/documents/${id}/citations`;
  const { items } = await max.gets(path);
  assert.deepEqual(
    items.map((each: any) => [each.conversation_id, each.decision_id, each.escalated]),
    [second, first].map((each) => [each.id, each.last_decision.id, false]),
  );
  assert.deepEqual(
    [items[0].customer_name, items[0].subject],
    [second.customer.name, second.subject],
    'a person recognises the conversation',
  );
  const page = await max.gets(`${path}?limit=1`);
  const rest = await max.gets(`${path}?limit=1&cursor=${page.next_cursor}`);
  assert.deepEqual([...page.items, ...rest.items], items);
  assert.equal(rest.next_cursor, null);
  const { items: collections } = await max.gets('/api/knowledge/collections');
  const used = collections.filter((each: any) => each.used_last_7_days > 0);
  assert.deepEqual(
    used.map((each: any) => [each.used_last_7_days, each.failed_count, each.ready_count]),
    [[2, 0, used[0]?.document_count]],
    'the collection counts the answers from it, and its documents by state',
  );
  await ada.posts(`/api/conversations/${first.id}/handover`, { to: 'human' }, 200);
  assert.deepEqual(
    (await max.gets(path)).items.map((each: any) => each.escalated),
    [false, true],
  );
  assert.equal((await mallory.calls('GET', path)).status, 404, "another organization's document");
});
