import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { fill, questionsOf } from './corpora/large-base.ts';
import { listsBm25 } from './measuring/lists-bm25.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures search by words over HTTP at several numbers of passages: the first search of a new process and those after it.
 * Reports wall time and the processor time of this process, which is client and service in one, and plain BM25 over the same
 * passages. Run: npm run bench:search [-- PASSAGES …], with TEST_ENGINE=pglite for the embedded engine.
 */
const passagesOfDocument = 12;
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 10_000, 60_000];
const questions = questionsOf(200);
for (const size of sizes) await measure(size);

async function measure(size: number): Promise<void> {
  const server = await startServer();
  const { wim, birch } = await createWorld(server);
  const { id: collection } = await wim.posts('/api/knowledge/collections', { name: 'Large' });
  const documents = Math.ceil(size / passagesOfDocument);
  await fill(server.desk, birch, { collection, documents, passages: passagesOfDocument });
  await server.desk.db.owner.query('vacuum (analyze)');
  // This server has had no search yet, so its memory is that of a process after a restart.
  const url = await server.listen();
  const headers = { authorization: `Bearer ${wim.token}`, 'content-type': 'application/json' };
  const ask = async (query: string): Promise<number> => {
    const begun = performance.now();
    const body = JSON.stringify({ query });
    const answer = await fetch(`${url}/api/knowledge/search`, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status !== 200) throw new Error(`The search was answered with ${answer.status}.`);
    return performance.now() - begun;
  };
  const [first, ...others] = questions.map(({ query }) => query);
  const loading = process.cpuUsage();
  const restarted = await ask(first ?? '');
  const loaded = milliseconds(loading);
  // Warm up the compiler first.
  for (const query of others.slice(0, 50)) await ask(query);
  const asking = process.cpuUsage();
  const times: number[] = [];
  for (const query of others) times.push(await ask(query));
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  console.log(
    `${documents * passagesOfDocument} passages: first ${restarted.toFixed(0)} ms (${loaded.toFixed(0)} ms of processor time), ` +
      `then p50 ${p50} ms, p99 ${p99} ms (${(milliseconds(asking) / times.length).toFixed(1)} ms of processor time), ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  const { rows } = await server.desk.db.owner.query('select text from chunk');
  const peer = listsBm25(rows.map(({ text }) => String(text)));
  const alone = others.map((query) => {
    const begun = performance.now();
    peer(query);
    return performance.now() - begun;
  });
  const [median, last] = [0.5, 0.99].map((share) => quantile(alone.slice(50), share).toFixed(1));
  console.log(`  BM25 alone over the same passages: p50 ${median} ms, p99 ${last} ms`);
  await server.close();
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
