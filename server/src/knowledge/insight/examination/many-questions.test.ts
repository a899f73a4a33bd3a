import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import { ingestDocument } from '../../ingest-document.ts';
import { recordUse } from '../use/record-use.actions.ts';
import { examineKnowledge } from './examine.actions.ts';

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
});
after(() => server.close());

const analysis = (): Promise<any> => world.max.gets('/api/knowledge/analysis');
const examinesFor = (milliseconds: number) => examineKnowledge(server.desk, world.birch, milliseconds);

async function asksInVain(question: string, revision: number): Promise<void> {
  const [decisionId, conversationId, customerId] = [randomUUID(), randomUUID(), randomUUID()];
  const use = { decisionId, conversationId, customerId, question, documentIds: [], passageIds: [] };
  const outcome = { channel: 'email', outcome: 'unanswered', bestScore: 0.2, needed: 0.7, revision } as const;
  await inScope(server.desk.db, world.birch, (tx) => recordUse(server.desk, tx, world.birch, { ...use, ...outcome }));
}

test('an examination without time groups a part of the questions, updates the findings, and is not complete', async () => {
  const { id: collection_id } = await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' });
  const body = { collection_id, title: 'Parking', text: 'Parking is free for two hours in front of the shop.' };
  const { id } = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  await ingestDocument(server.desk, world.birch, id);
  assert.ok(await examinesFor(60_000));
  const { revision } = await analysis();
  for (let asked = 0; asked < 12; asked++) await asksInVain('May I bring my dog?', revision);
  // After an hour the findings are out of date, although no document has changed.
  server.pass(61 * 60_000);
  assert.equal((await analysis()).findings_current, false);
  assert.equal(await examinesFor(0), false);
  const { gaps, findings_current } = await analysis();
  const sizes = gaps.map((gap: any) => gap.questions);
  assert.deepEqual([findings_current, sizes], [true, [5, 1, 1, 1, 1, 1, 1, 1]]);
  assert.deepEqual([await examinesFor(0), await examinesFor(0)], [false, true], 'each run groups some more');
  assert.deepEqual(
    (await analysis()).gaps.map((gap: any) => gap.questions),
    [12],
  );
});
