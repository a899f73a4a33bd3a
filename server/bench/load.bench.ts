import { performance } from 'node:perf_hooks';
import type { Desk } from '../src/platform/desk.ts';
import { withKnowledge } from '../src/knowledge/search/loading/live-knowledge.ts';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { embedderFor, fill, questionsOf } from './corpora/large-base.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures the wait of a process's first question: loading an organization's stored index from the database into memory. Run:
 * npm run bench:load [-- DOCUMENTS PASSAGES], with TEST_ENGINE=pglite for the embedded engine.
 */
const [documents = 833, passages = 12] = process.argv.slice(2).map(Number);
const server = await startServer();
const world = await createWorld(server);
const { id: collection } = await world.wim.posts('/api/knowledge/collections', { name: 'Large' });
await fill(server.desk, world.birch, { collection, documents, passages });
await server.desk.db.owner.query('vacuum (analyze)');
console.log(`${documents * passages} passages in ${documents} documents, ${server.desk.db.engine}`);
const embedder = embedderFor(questionsOf(1));
await measure('by words', { embedder: null });
await measure('with vectors', { embedder });
await measure('without postings, for candidates', { embedder: null, mostPassagesInMemory: 0 });
await server.close();

async function measure(name: string, different: Partial<Desk>): Promise<void> {
  const [times, worked]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    const desk = { ...server.desk, db: { ...server.desk.db }, mostPassagesInMemory: Infinity, ...different };
    const [begun, before] = [performance.now(), process.cpuUsage()];
    bytes = await withKnowledge(desk, world.birch, async ({ index }) => index.bytes);
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    worked.push((user + system) / 1_000);
  }
  const median = (of: readonly number[]) => quantile(of, 0.5).toFixed(0);
  const first = `the first ${times[0]?.toFixed(0)} ms (${worked[0]?.toFixed(0)})`;
  console.log(
    `${name}: p50 ${median(times)} ms, ${median(worked)} ms of this process; ${first}; index ${(bytes / 1e6).toFixed(0)} MB`,
  );
}
