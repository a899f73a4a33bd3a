import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { articles, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage({ autoRespond: false });
});
after(() => stage.close());

test('people get a suggested answer from the knowledge, and nothing of it is stored', async () => {
  const { world, chatdesk } = stage;
  const event = chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
  await chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await eventually(async () => {
    const { items } = await world.max.gets('/api/conversations');
    assert.equal(items.length, 1);
    // Wait until the conversation is tagged and routed, so that no job works on it.
    const thread = await world.max.gets(`/api/conversations/${items[0].id}`);
    assert.equal(thread.last_decision?.reason, 'auto_respond_off');
    return thread;
  });
  const before = await world.max.gets(`/api/conversations/${id}`);
  const suggested = await world.max.posts(`/api/conversations/${id}/suggest`, undefined, 200);
  assert.match(suggested.text, /choose Forgot password\./, 'without Markdown, as a person would type it');
  assert.equal(suggested.citations[0].title, articles.reset.title);
  assert.ok(suggested.confidence > 0 && suggested.confidence <= 1);
  const after = await world.max.gets(`/api/conversations/${id}`);
  assert.deepEqual([after.version, after.messages], [before.version, before.messages]);
  await world.mallory.posts(`/api/conversations/${id}/suggest`, undefined, 404);
  await world.max.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: 'Have you tried the link?' });
  const again = await world.max.posts(`/api/conversations/${id}/suggest`, undefined, 200);
  assert.equal(again.text, suggested.text, 'also when somebody has answered');
});
