import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startLanguageModel, type FakeModel } from '../providers/language-model.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
let model: FakeModel;
before(async () => {
  model = await startLanguageModel();
  stage = await setStage({
    environment: {
      ...model.environment,
    },
  });
  await settings({ auto_respond_mode: 'draft' });
});
after(async () => {
  await stage.close();
  await model.close();
});

const settings = (change: object) => stage.world.ada.patches('/api/organizations/me/settings', change);

async function drafts(text: string) {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.ai_state, 'awaiting_approval'),
  );
  const draft = conversation.messages.find((message: any) => message.kind === 'draft');
  return { conversation, draft, reference: event.conversationId };
}

test('the question back to a greeting is sent once a person approves it', async () => {
  const { conversation, draft, reference } = await drafts('Hello');
  assert.match(draft.text, /tell me/i);
  const path = `/api/conversations/${conversation.id}/drafts/${draft.id}/approve`;
  await stage.world.max.posts(path, {}, 200);
  await conversationOf(stage, reference, (each) => assert.equal(each.messages.at(-1).delivery?.status, 'sent'));
  assert.match(stage.chatdesk.repliesTo(reference)[0]?.body ?? '', /tell me/i);
});

test('if the AI would ask back, the question waits for approval instead of an uncertain answer', async () => {
  const before = await settings({ thresholds: { answer: 1, clarify: 0.01 } });
  assert.equal(before.thresholds.answer, 1);
  const { conversation, draft } = await drafts('hi, i forgot my password and cannot sign in. how do i reset it?');
  assert.deepEqual([conversation.last_decision.outcome, conversation.last_decision.reason], ['draft', 'ambiguous']);
  assert.doesNotMatch(draft.text, /Forgot password/);
  assert.deepEqual(draft.citations, []);
  assert.equal(model.calls.all.length, 0, 'nobody is paid to word what is not said');
});

test('a draft that was edited, discarded or overtaken is shown nowhere any more', async () => {
  const { max } = stage.world;
  const question = 'how do I export my invoices?';
  const edited = await drafts(question);
  await max.posts(
    `/api/conversations/${edited.conversation.id}/drafts/${edited.draft.id}/approve`,
    { text: 'Like this.' },
    200,
  );
  const discarded = await drafts(question);
  await max.posts(`/api/conversations/${discarded.conversation.id}/drafts/${discarded.draft.id}/discard`, {}, 200);
  const overtaken = await drafts(question);
  const silently = { to: 'human', notify_customer: false };
  await max.posts(`/api/conversations/${overtaken.conversation.id}/handover`, silently, 200);
  for (const [{ conversation, draft }, kind, text] of [
    [edited, 'human', 'Like this.'],
    [discarded, 'customer', question],
    [overtaken, 'customer', question],
  ] as const) {
    assert.equal(conversation.last_message.kind, 'draft');
    const { last_message: last, messages } = await max.gets(`/api/conversations/${conversation.id}`);
    assert.deepEqual([last.kind, last.text], [kind, text]);
    const { html, citations } = messages.find(({ id }: any) => id === draft.id);
    if (kind === 'customer') assert.deepEqual([html, citations], [undefined, []]);
  }
});

test('thanks for an approved draft resolve the conversation; the same answer is not drafted again', async () => {
  await settings({ thresholds: { answer: 0.7, clarify: 0.45 } });
  const { conversation, draft, reference } = await drafts('how do I export my invoices?');
  await stage.world.max.posts(`/api/conversations/${conversation.id}/drafts/${draft.id}/approve`, {}, 200);
  const thanks = stage.chatdesk.events.userReplied(reference, { text: 'Perfect, thank you!' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, thanks);
  const after = await conversationOf(stage, reference, (each) => assert.notEqual(each.last_decision.outcome, 'draft'));
  assert.deepEqual(
    [after.status, after.resolution, after.last_decision.reason],
    ['resolved', 'ai_confirmed', 'confirmed'],
  );
});

test('an answer that was being worded when draft mode was chosen is kept for approval', async () => {
  await settings({ auto_respond_mode: 'auto' });
  model.calls.clear();
  const { promise: chosen, resolve: choose } = Promise.withResolvers<void>();
  model.failNext({ kind: 'hold', until: chosen });
  const event = stage.chatdesk.events.userCreated({
    text: 'hi, i forgot my password and cannot sign in. how do i reset it?',
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await eventually(() => assert.equal(model.calls.all.length, 1));
  await settings({ auto_respond_mode: 'draft' });
  choose();
  const conversation = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  assert.deepEqual(
    [conversation.ai_state, conversation.last_decision.outcome, conversation.messages.at(-1).kind],
    ['awaiting_approval', 'answer', 'draft'],
  );
  assert.deepEqual(stage.chatdesk.repliesTo(event.conversationId), []);
});
