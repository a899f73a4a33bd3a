import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../examined.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';
import { saveGap } from '../../src/knowledge/insight/use/questions.store.ts';
import { inScope } from '../../src/platform/database/transaction.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

async function asks(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
}
const analysis = (): Promise<any> => stage.world.max.gets('/api/knowledge/analysis');

test('customers’ unanswered questions become gaps, the most frequent first', async () => {
  const customerQuestions = [
    'Where can I park my horse near the observatory?',
    'Do you deliver grand pianos to Iceland?',
    'Hi, is it possible to deliver a grand piano to Iceland?',
  ];
  const started = Date.now();
  for (const text of customerQuestions) {
    const { last_decision } = await asks(text);
    assert.match(last_decision.reason, /missing_knowledge|low_confidence/, text);
  }
  const gaps = await eventually(async () => {
    const found = (await analysis()).gaps;
    assert.equal(found.length, 2, JSON.stringify(found));
    return found;
  });
  const [pianos, horses] = gaps;
  assert.deepEqual([pianos.questions, pianos.customers, pianos.label], [2, 2, customerQuestions[1]]);
  assert.deepEqual(new Set(pianos.examples), new Set(customerQuestions.slice(1)));
  assert.deepEqual([horses.questions, horses.examples], [1, customerQuestions.slice(0, 1)]);
  assert.ok(pianos.best_score >= 0 && pianos.best_score < 0.7);
  assert.ok(Date.parse(pianos.last_asked_at) >= started);
  assert.deepEqual((await stage.world.mallory.gets('/api/knowledge/analysis')).gaps, []);
  const { id } = pianos;
  await asks('Can you deliver my grand piano to Iceland?');
  await eventually(async () =>
    assert.deepEqual((await analysis()).gaps.map((each: any) => [each.id, each.questions])[0], [id, 3]),
  );
});

test('a gap closes by itself once the knowledge has the answer, and reopens when the answer is removed', async () => {
  const { wim } = stage.world;
  const pianos = async () => (await analysis()).gaps.filter((each: any) => /piano/.test(each.label)).length;
  assert.equal(await pianos(), 1);
  const [collection] = (await wim.gets('/api/knowledge/collections')).items;
  const { id } = await wim.posts(
    '/api/knowledge/documents/text',
    {
      collection_id: collection.id,
      title: 'Do you deliver grand pianos to Iceland?',
      text: 'Yes, we deliver grand pianos to Iceland. A grand piano travels by ship to Iceland and arrives within six weeks.',
    },
    202,
  );
  await eventually(async () => assert.equal(await pianos(), 0));
  assert.equal((await analysis()).gaps.length, 1);
  await wim.deletes(`/api/knowledge/documents/${id}`);
  await eventually(async () => assert.equal(await pianos(), 1));
});

test('documents show how often they answer, and whether people had to take over anyway', async () => {
  const before = await analysis();
  const conversation = await asks('How can I reset my password?');
  assert.equal(conversation.last_decision.outcome, 'answer');
  const { usage, health } = await analysis();
  assert.deepEqual(
    usage.most_cited.map((each: any) => [each.title, each.answers]),
    [['Reset your password', 1]],
  );
  const unused = usage.never_cited.map((each: any) => each.title);
  assert.deepEqual([unused.includes('Reset your password'), unused.includes('Export your invoices')], [false, true]);
  assert.ok(!usage.cited_in_escalated.some((each: any) => each.title === 'Reset your password'));
  assert.deepEqual([before.health.components.coverage, health.components.coverage], [0, 0.2]);
  const again = stage.chatdesk.events.userReplied(conversation.channel_reference, {
    text: 'I want to talk to a real person please',
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, again);
  await conversationOf(stage, conversation.channel_reference, (each) => assert.equal(each.owner, 'human'));
  const [escalated] = (await analysis()).usage.cited_in_escalated.filter(
    (each: any) => each.title === 'Reset your password',
  );
  assert.equal(escalated?.conversations, 1);
});

test('a removed document is no longer listed as used', async () => {
  const [{ document_id }] = (await analysis()).usage.most_cited;
  await stage.world.wim.calls('DELETE', `/api/knowledge/documents/${document_id}`);
  const { usage } = await analysis();
  assert.deepEqual(
    [usage.most_cited, usage.cited_in_escalated.some((each: any) => each.document_id === document_id)],
    [[], false],
  );
});

test('a question between two gaps merges them, under the id of the older one', async () => {
  const gapOf = async (text: string) => (await analysis()).gaps.find((each: any) => each.examples.includes(text));
  const [telescopes, tours] = ['Do you lend telescopes?', 'Which vineyard tours are there?'];
  await asks(telescopes);
  await asks(tours);
  const [older, younger] = await eventually(async () => {
    const [one, other] = [await gapOf(telescopes), await gapOf(tours)];
    assert.ok(one && other && one.id !== other.id);
    return [one.id, other.id];
  });
  await asks('Do you lend telescopes on vineyard tours?');
  const isOne = async () => {
    const gap = await gapOf(tours);
    assert.deepEqual([gap.id, gap.questions], [older, 3]);
  };
  await eventually(isOne);
  // A slower run ends, which had read the questions earlier. A gap has the id of its first question.
  const { server, world } = stage;
  const late = { gapId: younger, embedding: null };
  await inScope(server.desk.db, world.birch, (tx) => saveGap(tx, world.birch, younger, late));
  await examined(world.max);
  await isOne();
});

test('a takeover by a person counts for the documents that had answered', async () => {
  const title = 'Export your invoices';
  const takenOver = async () =>
    (await analysis()).usage.cited_in_escalated.find((each: any) => each.title === title)?.conversations ?? 0;
  const conversation = await asks('How do I export my invoices?');
  assert.deepEqual([conversation.last_decision.answer?.citations[0].title, await takenOver()], [title, 0]);
  await stage.world.max.posts(`/api/conversations/${conversation.id}/handover`, { to: 'human' }, 200);
  assert.equal(await takenOver(), 1);
});
