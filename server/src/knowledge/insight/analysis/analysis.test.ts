import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Analysis } from '@desk/contract/analysis';
import { Value } from 'typebox/value';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

let server: TestServer;
let world: World;
let collection: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(() => server.close());

const path = '/api/knowledge/analysis';

async function adds(title: string, text: string): Promise<string> {
  const { id } = await world.wim.posts(
    '/api/knowledge/documents/text',
    { collection_id: collection, title, text },
    202,
  );
  await ingest(server.desk, world.birch, id);
  return id;
}

const readinessOf = async (id: string, query = ''): Promise<any> =>
  (await world.max.gets(`${path}${query}`)).readiness.find((each: any) => each.document_id === id);

test('the analysis counts existing data and reports null for values not yet measured', async () => {
  const empty = await world.max.gets(path);
  assert.deepEqual([empty.health.score, empty.totals.documents, empty.readiness, empty.revision], [null, 0, [], 0]);
  const id = await adds('Parking', 'Parking is free for two hours in front of the shop.');
  await adds('Nothing', '. . .');
  const analysis = await world.max.gets(path);
  assert.deepEqual(analysis.totals, {
    collections: 1,
    documents: 2,
    by_status: { ready: 1, failed: 1 },
    retrievable: 1,
    chunks: 1,
    by_language: { en: 1, unknown: 1 },
  });
  assert.deepEqual(analysis.health, {
    score: 0.75,
    components: { readiness: 0.5, freshness: 1, consistency: null, coverage: null, hygiene: null },
    trend: [],
  });
  assert.deepEqual(empty.suite_coverage, {
    documents_without_case: [],
    documents_without_case_total: 0,
    cases_without_source: [],
  });
  assert.deepEqual(analysis.suite_coverage, {
    documents_without_case: [{ document_id: id, title: 'Parking' }],
    documents_without_case_total: 1,
    cases_without_source: [],
  });
  assert.deepEqual([analysis.findings, analysis.gaps, analysis.embedding.provider], [[], [], 'off']);
  assert.deepEqual([empty.findings_current, analysis.findings_current], [true, false]);
  const ready = analysis.readiness.find((each: any) => each.document_id === id);
  assert.deepEqual([ready.retrievable, ready.why, ready.probes.passed], [true, null, ready.probes.total]);
  assert.match(analysis.readiness.find((each: any) => each.status === 'failed').why, /No text was found/);
});

test('the response contains exactly the fields of the contract', async () => {
  const [first, again] = [await world.max.gets(path), await world.max.gets(path)];
  assert.ok(first.readiness.length > 0 && first.suite_coverage.documents_without_case.length > 0);
  assert.deepEqual({ ...again, generated_at: first.generated_at }, first);
  assert.ok(Value.Check(Analysis, first));
  assert.deepEqual(Value.Clean(Analysis, structuredClone(first)), first);
});

test('readiness is live and gives the reason why a document cannot be found', async () => {
  const id = await adds('Bicycles', 'Bicycles can be rented at the harbour office.');
  await world.wim.patches(`/api/knowledge/documents/${id}`, { enabled: false });
  assert.match((await readinessOf(id)).why, /document is disabled/);
  await world.wim.patches(`/api/knowledge/documents/${id}`, { enabled: true });
  await world.wim.patches(`/api/knowledge/collections/${collection}`, { enabled: false });
  assert.match((await readinessOf(id)).why, /collection is disabled/);
  await world.wim.patches(`/api/knowledge/collections/${collection}`, { enabled: true });
  assert.equal((await readinessOf(id)).retrievable, true);
});

test('a document that others outrank is no longer ready after the next probe', async () => {
  const text = 'The harbour tour starts at pier nine every morning.';
  const id = await adds('Harbour tour', text);
  for (let copy = 0; copy < 8; copy++) await adds('Harbour tour', text);
  const tried = await Promise.all(
    (await world.max.gets(`${path}?refresh=true`)).readiness.filter((each: any) => each.title === 'Harbour tour'),
  );
  assert.equal(tried.filter((each: any) => each.retrievable).length, 5);
  const outranked = tried.find((each: any) => !each.retrievable);
  assert.match(outranked.why, /Other documents rank higher/);
  assert.ok(id);
});

test('the analysis of one collection counts only that one, and a collection of another organization is not found', async () => {
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'Empty' });
  const analysis = await world.max.gets(`${path}?collection_id=${id}`);
  assert.deepEqual([analysis.totals.collections, analysis.totals.documents, analysis.readiness], [1, 0, []]);
  await world.mallory.gets(`${path}?collection_id=${id}`, 404);
  await world.max.gets(`${path}?collection_id=x`, 422);
  await world.nobody.gets(path, 401);
});
