import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { chance } from '../../../../test/promises/chance.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Desk } from '../../../platform/desk.ts';
import { newId } from '../../../platform/process/ids.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import { analyse } from '../analysis/analysis.actions.ts';
import { pageOfDocuments } from '../../library/documents/document-pages.actions.ts';
import { findDocument, saveDocument } from '../../library/versions/documents.store.ts';
import { examineKnowledge } from '../examination/examine.actions.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';
import { recordUse } from '../use/record-use.actions.ts';

// Two processes on one database, each with a read model of its own, are compared with a third one that has just started.

let server: TestServer;
let world: World;
let here: Desk;
let other: Desk;
// Moves only the clock of these processes: the tests' sign-ins would expire within months.
let passed = 0;
const collections: string[] = [];
const documents: string[] = [];
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  [here, other] = [started(), started()];
  for (const name of ['One', 'Two'])
    collections.push((await world.wim.posts('/api/knowledge/collections', { name })).id);
  for (const text of ['Parcels are brought by bicycle.', 'Gift cards are valid for two years.']) await adds(text);
});
after(() => server.close());

const started = (): Desk => ({
  ...server.desk,
  db: { ...server.desk.db },
  clock: { now: () => new Date(server.desk.clock.now().getTime() + passed) },
});

const suite = { versionOfSuite: async () => 0, sourcesOfCases: async () => [] };

async function analysisIn(desk: Desk, collection?: string) {
  const query = collection ? { collection_id: collection } : {};
  const { generated_at: _, ...analysis } = await analyse(desk, world.birch, { query, suite });
  return analysis;
}

async function assertAllAgree(after: string): Promise<void> {
  for (const collection of [undefined, ...collections]) {
    const expected = await analysisIn(started(), collection);
    assert.deepEqual(await analysisIn(here, collection), expected, `here, after ${after}`);
    assert.deepEqual(await analysisIn(other, collection), expected, `in the other process, after ${after}`);
  }
  // The list of documents shows the database's own judgement of retrievability.
  const { items } = await pageOfDocuments(here, world.birch, { retrievable: true, limit: 100 });
  const { readiness, totals } = await analysisIn(here);
  const found = readiness.filter(({ retrievable }) => retrievable).map(({ document_id }) => document_id);
  assert.deepEqual(
    found,
    items.map(({ id }) => id),
    after,
  );
  assert.deepEqual([totals.documents, totals.retrievable], [documents.length, found.length], after);
}

async function adds(text: string): Promise<void> {
  const body = { collection_id: random.pick(collections), title: `Text ${documents.length}`, text };
  const { id } = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  documents.push(id);
  await assertAllAgree('a document was promised');
  await ingest(random.pick([here, other]), world.birch, id);
}

const random = chance();
const path = () => `/api/knowledge/documents/${random.pick(documents)}`;
const facts = [
  'Parcels arrive within 3 days.',
  'Parcels arrive within 9 days.',
  'Returns are free.',
  'The shop opens at 8.',
];

async function asks(outcome: 'used' | 'unanswered' | 'escalated'): Promise<void> {
  const use = {
    decisionId: randomUUID(),
    conversationId: random.pick(conversations),
    customerId: randomUUID(),
    channel: 'email' as const,
    question: random.pick(['where is my parcel', 'may I bring my dog', 'do you sell sofas']),
    documentIds: [random.pick(documents), random.pick(documents)],
    passageIds: [],
    outcome,
    bestScore: 0.2,
    needed: 0.7,
    revision: 0,
  };
  await inScope(server.desk.db, world.birch, (tx) => recordUse(here, tx, world.birch, use));
}
const conversations = [randomUUID(), randomUUID(), randomUUID()];

const changes: Record<string, () => Promise<unknown>> = {
  'a document was added': () => adds(random.pick(facts)),
  'a document was disabled': () => world.wim.patches(path(), { enabled: false }),
  'a document was enabled': () => world.wim.patches(path(), { enabled: true }),
  'a document was moved': () => world.wim.patches(path(), { collection_id: random.pick(collections) }),
  'a document will expire': () =>
    world.wim.patches(path(), { expires_at: new Date(here.clock.now().getTime() + 3_600_000).toISOString() }),
  'an hour passed': async () => void (passed += 3_600_000),
  'months passed': async () => void (passed += random.between(20, 60) * 86_400_000),
  'a collection was switched off': () =>
    world.wim.patches(`/api/knowledge/collections/${random.pick(collections)}`, { enabled: false }),
  'a collection was switched on': () =>
    world.wim.patches(`/api/knowledge/collections/${random.pick(collections)}`, { enabled: true }),
  'a document was replaced': async () => {
    const id = random.pick(documents);
    await world.wim.posts(
      `/api/knowledge/documents/${id}/reingest`,
      { text: `${random.pick(facts)} ${random.next()}` },
      202,
    );
    await ingest(random.pick([here, other]), world.birch, id);
  },
  'a document was removed': async () => {
    const [id] = documents.splice(random.between(0, documents.length - 1), 1);
    await world.wim.deletes(`/api/knowledge/documents/${id}`);
  },
  'the knowledge was examined': () => examineKnowledge(other, world.birch, 20_000),
  'a finding was dismissed': async () => {
    const { items } = await world.max.gets('/api/knowledge/findings?state=open');
    if (items.length > 0)
      await world.wim.patches(`/api/knowledge/findings/${random.pick<any>(items).id}`, { state: 'dismissed' });
  },
  'a question was answered': () => asks('used'),
  'a question was not answered': () => asks('unanswered'),
  'a conversation went to people': () => asks('escalated'),
};

const columns: Record<string, string> = {
  collection_id: `(select id from collection c where c.id <> document.collection_id limit 1)`,
  title: `'Another title'`,
  status: `'failed'`,
  error_code: `'source_revoked'`,
  enabled: 'not enabled',
  expires_at: `'2020-01-01'`,
  serves_until: `'2020-01-01'`,
  ingested_at: `'2020-01-01'`,
  active_version: 'null',
  probes_passed: '0',
  probes_total: '77',
  chunk_count: '77',
  language: `'fr'`,
  language_given: `'de'`,
};

for (const [column, value] of Object.entries(columns)) {
  test(`a change of ${column} of a document is noticed`, async () => {
    const [id = ''] = documents;
    const row = await inScope(other.db, world.birch, (tx) => findDocument(tx, world.birch, id, new Date()));
    assert.ok(row);
    const original = await analysisIn(here, row.collection_id);
    await server.desk.db.owner.query(`update document set ${column} = ${value} where id = $1`, [id]);
    const expected = await analysisIn(started(), row.collection_id);
    assert.notDeepEqual(expected, original, 'it matters');
    assert.deepEqual(await analysisIn(here, row.collection_id), expected);
    await inScope(other.db, world.birch, (tx) => saveDocument(tx, row, { [column]: row[column as 'title'] }));
    assert.deepEqual(await analysisIn(here, row.collection_id), original);
  });
}

test(
  'a transaction that was open at the first read is seen after its commit, although later ones were seen before',
  { skip: process.env['TEST_ENGINE'] === 'pglite' && 'the embedded database has one transaction at a time' },
  async () => {
    const [slow = '', quick = ''] = documents;
    const renames = (id: string, title: string) => world.wim.patches(`/api/knowledge/documents/${id}`, { title });
    const titleOf = async (id: string) =>
      (await analysisIn(here)).readiness.find(({ document_id }) => document_id === id)?.title;
    await inScope(here.db, world.birch, async (tx) => {
      const row = await findDocument(tx, world.birch, slow, new Date());
      assert.ok(row);
      await saveDocument(tx, row, { title: 'Slowly' });
      await renames(quick, 'Quickly');
      assert.equal(await titleOf(quick), 'Quickly');
      assert.notEqual(await titleOf(slow), 'Slowly');
    });
    assert.equal(await titleOf(slow), 'Slowly');
  },
);

test(`after any changes, every process reports the same as one that has just started (seed ${random.seed})`, async () => {
  const names = Object.keys(changes);
  const order = [...names, ...Array.from({ length: 12 }, () => random.pick(names))];
  for (const name of order.toSorted(() => random.next() - 0.5)) {
    if (documents.length < 2) await adds('Parcels are brought by bicycle.');
    await changes[name]?.();
    await assertAllAgree(name);
  }
});

test('a document that is committed after younger ones is listed before them', async () => {
  const [younger = ''] = documents.toSorted();
  await analysisIn(here);
  const older = newId(Date.parse('2020-01-01T00:00:00Z'));
  const { rows } = await server.desk.db.owner.query(
    `insert into document select (jsonb_populate_record(d, jsonb_build_object('id', $1::uuid))).* from document d ` +
      `where id = $2 returning id`,
    [older, younger],
  );
  assert.deepEqual(rows, [{ id: older }]);
  const { readiness } = await analysisIn(here);
  const ids = readiness.map(({ document_id }) => document_id);
  assert.equal(ids[0], older);
  assert.deepEqual(ids, ids.toSorted());
  await server.desk.db.owner.query('delete from document where id = $1', [older]);
});

test('a finding counts against health until its cause is gone', async () => {
  for (const id of collections) await world.wim.patches(`/api/knowledge/collections/${id}`, { enabled: true });
  for (let times = 0; times < 2; times++) await adds('A bicycle with a flat tyre is repaired while you wait.');
  await examineKnowledge(other, world.birch, 20_000);
  assert.ok(((await analysisIn(here)).health.components.consistency ?? 1) < 1, 'one of two is too many');
  await server.desk.db.owner.query('update finding set gone_at = now()');
  const { consistency, hygiene } = (await analysisIn(here)).health.components;
  assert.deepEqual([consistency, hygiene], [1, 1]);
});

test('changes are kept for a day', async () => {
  const ages = async () => {
    const { rows } = await server.desk.db.owner.query(
      `select distinct key from knowledge_change where key in ('young', 'old') order by key`,
    );
    return rows.map(({ key }) => key);
  };
  for (const [key, hours] of Object.entries({ young: 23, old: 25 })) {
    await server.desk.db.owner.query(
      `insert into knowledge_change (organization_id, subject, key, at) values ($1, 'questions', $2, now() - make_interval(hours => $3))`,
      [world.birch.organizationId, key, hours],
    );
  }
  assert.deepEqual(await ages(), ['old', 'young']);
  await examineKnowledge(other, world.birch, 20_000);
  assert.deepEqual(await ages(), ['young']);
  await server.desk.db.owner.query(`delete from knowledge_change where key = 'young'`);
});

test('a refresh reads everything again', async () => {
  await server.desk.db.owner.query('delete from knowledge_change');
  await server.desk.db.owner.query('alter table document disable trigger note_change');
  await server.desk.db.owner.query(`update document set title = 'Unseen'`);
  await server.desk.db.owner.query('alter table document enable trigger note_change');
  const titles = async (refresh: boolean) =>
    new Set((await analyse(here, world.birch, { query: { refresh }, suite })).readiness.map(({ title }) => title));
  assert.equal((await titles(false)).has('Unseen'), false, 'this is what the trigger is for');
  assert.deepEqual(await titles(true), new Set(['Unseen']));
});
