import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { articles, conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
let answered: any;
let citation: any;
before(async () => {
  stage = await setStage();
  answered = await asks('How can I get refunds for my annual plan?');
  [citation] = answerIn(answered).citations;
});
after(() => stage.close());

async function asks(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
}
const answerIn = (conversation: any) => conversation.messages.find((each: any) => each.kind === 'ai');
const documents = '/api/knowledge/documents';
const placeOf = (named: { document_id: string; chunk_id: string }) =>
  `${documents}/${named.document_id}/chunks/${named.chunk_id}`;
const passage = (named: { document_id: string; chunk_id: string }, status = 200): Promise<any> =>
  stage.world.max.gets(placeOf(named), status);

async function isRewritten(id: string, text: string, version: number): Promise<void> {
  const path = `${documents}/${id}`;
  await stage.world.wim.posts(`${path}/reingest`, { text, title: 'Money back' }, 202);
  await eventually(async () => {
    const { active_version, status } = await stage.world.max.gets(path);
    assert.deepEqual([active_version, status], [version, 'ready']);
  });
}

test('a cited passage can be read as it was cited, no matter how often its document changes', async () => {
  const { max, mallory } = stage.world;
  const cited = await passage(citation);
  assert.deepEqual([cited.id, cited.version, cited.title], [citation.chunk_id, 1, articles.refunds.title]);
  assert.ok(cited.text.includes(citation.quote), cited.text);
  await isRewritten(
    citation.document_id,
    '# Refunds\n\nRefunds are given within 14 days of purchase, for annual plans only.',
    2,
  );
  assert.deepEqual(await passage(citation), cited);
  const later = answerIn(await asks('How can I get refunds for my annual plan?')).citations[0];
  assert.deepEqual([later.document_id, later.version], [citation.document_id, 2]);
  await isRewritten(citation.document_id, '# Refunds\n\nNothing is refunded, whatever the plan, and whoever asks.', 3);
  await isRewritten(
    citation.document_id,
    '# Refunds\n\nWe decide on refunds one by one: write to us about your plan.',
    4,
  );
  const unchanged = await max.gets(`/api/conversations/${answered.id}`);
  assert.deepEqual(answerIn(unchanged).citations[0], citation);
  assert.deepEqual(await passage(citation), cited);
  assert.match((await passage(later)).text, /14 days/);
  await mallory.gets(placeOf(citation), 404);
  const { items } = await max.gets(`${documents}/${citation.document_id}/chunks`);
  assert.ok(items.length > 0 && items.every((each: any) => each.version === 4));
  // The old text can be read, but no search finds it.
  const found = await max.posts('/api/knowledge/search', { query: 'refunds for annual plans within 30 days' }, 200);
  assert.ok(found.items.every((each: any) => !/30 days|14 days/.test(each.text)));
});

test('every passage in a decision can be read, and is deleted with its document', async () => {
  const { wim } = stage.world;
  const { evidence } = answered.last_decision;
  assert.ok(evidence.length > 1);
  for (const each of evidence) assert.equal((await passage(each)).version, each.version);
  const elsewhere = evidence.find((each: any) => each.document_id !== citation.document_id);
  await passage({ ...elsewhere, document_id: citation.document_id }, 404);
  await wim.deletes(`${documents}/${citation.document_id}`);
  await passage(citation, 404);
  const { rows } = await stage.server.desk.db.owner.query('select from recorded_passage where document_id = $1', [
    citation.document_id,
  ]);
  assert.equal(rows.length, 0);
});

test('a passage that no answer has cited is deleted with its version', async () => {
  const { wim, max } = stage.world;
  const [collection] = (await max.gets('/api/knowledge/collections')).items;
  const { id } = await wim.posts(
    `${documents}/text`,
    { collection_id: collection.id, title: 'Ferns', text: 'Ferns grow in the shade.' },
    202,
  );
  const first = await eventually(async () => {
    const { items } = await max.gets(`${documents}/${id}/chunks`);
    assert.ok(items[0]);
    return { document_id: id, chunk_id: items[0].id };
  });
  await isRewritten(id, 'Ferns grow in the sun.', 2);
  assert.match((await passage(first)).text, /shade/);
  await isRewritten(id, 'Ferns grow in the cellar.', 3);
  await passage(first, 404);
});
