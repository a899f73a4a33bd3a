import { performance } from 'node:perf_hooks';
import { createApp } from '../src/app.ts';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { cite, furnishUsed } from './corpora/used-base.ts';

/*
 * Measures the analysis and the lists of an organization with many documents. Run: npm run bench:analysis
 * [-- DOCUMENTS CITATIONS], with TEST_ENGINE=pglite for the embedded engine.
 */
const [documents = 20_000, citations = 50_000] = process.argv.slice(2).map(Number);
const server = await startServer();
const world = await createWorld(server);
const { id: collection } = await world.wim.posts('/api/knowledge/collections', { name: 'Large' });
await furnishUsed(server.desk, world.birch, { collection, documents, citations });
await server.desk.db.owner.query('vacuum (analyze)');
console.log(`${documents} documents, ${citations} citations, ${server.desk.db.engine}`);

const headers = { authorization: `Bearer ${world.max.token}` };
const analysis = '/api/knowledge/analysis';
const [some] = (await world.max.gets('/api/knowledge/documents?limit=1')).items;
const nothing = async () => {};
await timed('analysis, first of a process', analysis, 5, async () => {
  server.app = await createApp({ ...server.desk, db: { ...server.desk.db } });
});
await timed('analysis, nothing changed', analysis, 30, nothing);
await timed('analysis, a document renamed', analysis, 15, () =>
  world.wim.patches(`/api/knowledge/documents/${some.id}`, { title: `Renamed ${performance.now()}` }),
);
await timed('analysis, an answer given', analysis, 15, () => cite(server.desk, world.birch, 1));
await timed('analysis of a collection', `${analysis}?collection_id=${collection}`, 15, nothing);
for (const query of [
  '',
  'retrievable=false',
  'status=failed',
  'q=subject 19999',
  'source=cloud_drive',
  `collection_id=${collection}`,
])
  await timed(`documents?${query}`, `/api/knowledge/documents?${query}`, 15, nothing);
for (const query of [
  '',
  'severity=high',
  'type=thin',
  'type=duplicate',
  `collection_id=${collection}`,
  `document_id=${some.id}`,
])
  await timed(`findings?${query}`, `/api/knowledge/findings?${query}`, 15, nothing);
await server.close();

async function timed(name: string, path: string, rounds: number, prepare: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let [bytes, worked] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    await prepare();
    const [begun, before] = [performance.now(), process.cpuUsage()];
    const { statusCode, rawPayload } = await server.app.inject({ method: 'GET', url: path, headers });
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    worked += (user + system) / 1_000 / rounds;
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    bytes = rawPayload.length;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (rounds - 1))] ?? 0).toFixed(1);
  const took = `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${worked.toFixed(1)} ms of this process each`;
  console.log(`${name}: ${took}, ${(bytes / 1024).toFixed(0)} KB`);
}
