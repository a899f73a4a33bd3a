import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../examined.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
let answered: any;
let answer: any;
before(async () => {
  stage = await setStage();
  answered = await asks('How can I get refunds for my annual plan?');
  answer = answered.messages.find((each: any) => each.kind === 'ai');
});
after(() => stage.close());

async function asks(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
}
const feedbackOn = (message: { id: string }, conversation: { id: string } = answered) =>
  `/api/conversations/${conversation.id}/messages/${message.id}/feedback`;
const findings = async (): Promise<any[]> =>
  (await stage.world.max.gets('/api/knowledge/findings?type=negative_feedback')).items;

test('each person rates an answer once, and a new rating replaces it', async () => {
  const { max, wim } = stage.world;
  assert.equal(answered.last_decision.outcome, 'answer');
  const first = await max.posts(feedbackOn(answer), {
    rating: 'bad',
    reason: 'incomplete',
    comment: 'No word of PayPal.',
  });
  assert.deepEqual(
    [first.message_id, first.conversation_id, first.rating, first.reason, first.comment, first.rated_by.name],
    [answer.id, answered.id, 'bad', 'incomplete', 'No word of PayPal.', 'Max'],
  );
  const again = await max.posts(feedbackOn(answer), { rating: 'good' }, 200);
  assert.deepEqual([again.rating, again.reason, again.comment], ['good', null, null]);
  const { status, headers } = await wim.calls('POST', feedbackOn(answer), { rating: 'good' });
  assert.equal(status, 201);
  const rated = await wim.gets(String(headers['location']));
  assert.equal(rated.feedback.length, 2);
  await max.posts(feedbackOn(answer), { rating: 'so-so' }, 422);
});

test('only answers of the desk can be rated, and only by its members', async () => {
  const { max, mallory } = stage.world;
  const customers = answered.messages.find((each: any) => each.kind === 'customer');
  const refused = await max.calls('POST', feedbackOn(customers), { rating: 'good' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_an_answer']);
  const note = await max.posts(`/api/conversations/${answered.id}/messages`, { kind: 'note', text: 'Look at this.' });
  await max.posts(feedbackOn(note), { rating: 'bad' }, 409);
  await mallory.posts(feedbackOn(answer), { rating: 'bad' }, 404);
  const other = await asks('How can I reset my password?');
  await max.posts(feedbackOn(answer, other), { rating: 'bad' }, 404);
});

test('a document with badly rated answers has a finding until it changes', async () => {
  const { max, wim } = stage.world;
  await examined(stage.world.max);
  assert.deepEqual(await findings(), []);
  const [cited] = answer.citations;
  await max.posts(feedbackOn(answer), { rating: 'bad' }, 200);
  await wim.posts(feedbackOn(answer), { rating: 'bad' }, 200);
  await examined(stage.world.max);
  const [finding, ...more] = await findings();
  assert.deepEqual(more, []);
  assert.deepEqual(
    finding.documents.map(({ id, version }: any) => [id, version]),
    [[cited.document_id, 1]],
  );
  assert.equal(finding.documents[0].quote, cited.quote);
  assert.deepEqual([finding.severity, finding.state], ['medium', 'open']);
  assert.match(finding.detail, /^People rated the only rated answer from this document as bad/);
  await wim.patches(`/api/knowledge/findings/${finding.id}`, { state: 'dismissed' });
  await examined(stage.world.max);
  assert.deepEqual(
    (await findings()).map(({ id, state }) => [id, state]),
    [[finding.id, 'dismissed']],
  );
  await max.posts(feedbackOn(answer), { rating: 'good' }, 200);
  await wim.posts(feedbackOn(answer), { rating: 'good' }, 200);
  await examined(stage.world.max);
  assert.deepEqual(await findings(), []);
  await max.posts(feedbackOn(answer), { rating: 'bad' }, 200);
  await examined(stage.world.max);
  assert.deepEqual(
    (await findings()).map(({ id }) => id),
    [finding.id],
  );
  const path = `/api/knowledge/documents/${cited.document_id}`;
  await wim.posts(`${path}/reingest`, { text: 'Annual plans are refunded within 30 days, to PayPal as well.' }, 202);
  await eventually(async () => assert.equal((await max.gets(path)).active_version, 2));
  await eventually(async () => {
    await examined(stage.world.max);
    assert.deepEqual(await findings(), []);
  });
});

test('a well rated answer suggests its question if its confidence was low, and not if it was high', async () => {
  const { ada, max, wim } = stage.world;
  await ada.patches('/api/organizations/me/settings', { thresholds: { answer: 0, clarify: 0 } });
  const suggested = async () => (await max.gets('/api/knowledge/questions?state=suggested')).items;
  const unsure = await asks('Where do accountants grab a PDF?');
  const words = unsure.messages.find((each: any) => each.kind === 'ai');
  assert.ok(unsure.last_decision.confidence.value < 0.9, `${unsure.last_decision.confidence.value}`);
  await max.posts(feedbackOn(words, unsure), { rating: 'bad' });
  assert.deepEqual(await suggested(), []);
  await max.posts(feedbackOn(words, unsure), { rating: 'good' }, 200);
  const [suggestion] = await suggested();
  assert.deepEqual(
    [suggestion.text, suggestion.document.id, suggestion.chunk_id, suggestion.origin],
    ['Where do accountants grab a PDF?', words.citations[0].document_id, words.citations[0].chunk_id, 'feedback'],
  );
  const path = `/api/knowledge/documents/${suggestion.document.id}/questions/${suggestion.id}`;
  await wim.patches(path, { state: 'accepted' });
  const sure = await asks('Where do accountants grab a PDF?');
  assert.ok(sure.last_decision.confidence.value >= 0.9, `${sure.last_decision.confidence.value}`);
  await wim.deletes(path);
  const said = sure.messages.find((each: any) => each.kind === 'ai');
  await max.posts(feedbackOn(said, sure), { rating: 'good' });
  assert.deepEqual(await suggested(), []);
});

test('readers of the conversation see who rated an answer and how, and nothing else', async () => {
  const { ada, max, wim, mallory } = stage.world;
  await max.posts(feedbackOn(answer), { rating: 'good' }, 200);
  await wim.posts(feedbackOn(answer), { rating: 'bad', reason: 'outdated', comment: 'That was last year.' }, 200);
  const shown = async (path: string): Promise<any[]> => {
    const { messages, items = messages } = await ada.gets(path);
    assert.ok(items.length >= 2);
    return items.flatMap((each: any) => each.feedback.map((feedback: any) => [each.id, feedback]));
  };
  const path = `/api/conversations/${answered.id}`;
  const found = await shown(path);
  assert.deepEqual(
    found.map(([id, { rating, reason, comment, rated_by }]) => [id, rating, reason, comment, rated_by.id]),
    [
      [answer.id, 'good', null, null, max.userId],
      [answer.id, 'bad', 'outdated', 'That was last year.', wim.userId],
    ],
  );
  assert.deepEqual(await shown(`${path}/messages`), found);
  await max.posts(feedbackOn(answer), { rating: 'bad' }, 200);
  assert.deepEqual(
    (await shown(path)).map(([, { rating, rated_by }]) => [rating, rated_by.name]),
    [
      ['bad', 'Wim'],
      ['bad', 'Max'],
    ],
  );
  await mallory.gets(path, 404);
});

test('the rating of a draft does not show on the reply that a person sent instead', async () => {
  const { ada, max } = stage.world;
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { auto_respond_mode: 'draft' });
  const drafted = await asks('How can I reset my password?');
  const draft = drafted.messages.find((each: any) => each.kind === 'draft');
  await max.posts(feedbackOn(draft, drafted), { rating: 'bad' });
  const path = `/api/conversations/${drafted.id}`;
  const feedback = async () => (await max.gets(path)).messages.flatMap((each: any) => each.feedback);
  assert.deepEqual(
    (await feedback()).map((each: any) => [each.message_id, each.rating]),
    [[draft.id, 'bad']],
  );
  const sent = await max.posts(`${path}/drafts/${draft.id}/approve`, { text: 'Better words.' }, 200);
  assert.deepEqual([sent.id, sent.kind, sent.feedback], [draft.id, 'human', []]);
  assert.deepEqual(await feedback(), []);
  await ada.patches(settings, { auto_respond_mode: 'auto' });
});
