import { performance } from 'node:perf_hooks';
import { createApp } from '../src/app.ts';
import type { Desk } from '../src/platform/desk.ts';
import { withKnowledge } from '../src/knowledge/search/loading/live-knowledge.ts';
import { search } from '../src/knowledge/search/search.ts';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { embedderFor, fill, questionsOf, type BenchQuestion } from './corpora/large-base.ts';

/*
 * Compares, for an organization with more than 50,000 passages, an index in memory with candidates from the database. Run:
 * npm run bench:large [-- DOCUMENTS PASSAGES], with TEST_ENGINE=pglite for the embedded engine.
 */
const [documents = 5_000, passages = 12] = process.argv.slice(2).map(Number);
const server = await startServer();
const world = await createWorld(server);
const scope = world.birch;
const questions = questionsOf(100);
const embedder = embedderFor(questions);
const { id: collection } = await world.wim.posts('/api/knowledge/collections', { name: 'Large' });
const made = performance.now();
await fill(server.desk, scope, { collection, documents, passages });
await server.desk.db.owner.query('vacuum (analyze)');
console.log(`${documents * passages} passages in ${documents} documents, made in ${seconds(made)} s`);

const found: Record<string, string[][]> = {};
for (const [name, mostPassagesInMemory] of [
  ['in memory', Number.POSITIVE_INFINITY],
  ['candidates', 0],
] as const) {
  for (const meant of ['by words', 'with vectors'] as const) {
    const desk: Desk = {
      ...server.desk,
      db: { ...server.desk.db },
      embedder: meant === 'by words' ? null : embedder,
      mostPassagesInMemory,
    };
    found[`${name}, ${meant}`] = await measure(`${name}, ${meant}`, desk);
  }
}
for (const meant of ['by words', 'with vectors']) {
  const [whole = [], lean = []] = [found[`in memory, ${meant}`], found[`candidates, ${meant}`]];
  const same = (most: number) =>
    whole.filter((ids, at) => ids.slice(0, most).join() === lean[at]?.slice(0, most).join()).length / whole.length;
  console.log(`${meant}: the same first ${same(1)}, the same first three ${same(3)}, the same ten ${same(10)}`);
}
await analysis();
await server.close();

async function measure(name: string, desk: Desk): Promise<string[][]> {
  globalThis.gc?.();
  const before = held();
  const [started, worked] = [performance.now(), process.cpuUsage()];
  await ask(desk, questions[0]);
  const first = `${seconds(started)} s (${processor(worked).toFixed(1)} s of processor time)`;
  const times: number[] = [];
  const ids: string[][] = [];
  const answering = process.cpuUsage();
  for (const question of questions) {
    const begun = performance.now();
    ids.push(await ask(desk, question));
    times.push(performance.now() - begun);
  }
  const each = (1_000 * processor(answering)) / questions.length;
  globalThis.gc?.();
  const bytes = await withKnowledge(desk, scope, async ({ index }) => index.bytes);
  console.log(
    `${name}: first answer after ${first}, then p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ` +
      `${each.toFixed(1)} ms of this process each; ` +
      `index ${mega(bytes)} MB, held ${mega(held() - before)} MB`,
  );
  return ids;
}

async function ask(desk: Desk, question: BenchQuestion | undefined): Promise<string[]> {
  const evidence = await search(desk, scope, { query: question?.query ?? '' });
  return evidence.map(({ chunkId }) => chunkId);
}

async function analysis(): Promise<void> {
  const app = await createApp({ ...server.desk, embedder });
  server.app = app;
  for (const path of ['/api/knowledge/analysis', '/api/knowledge/documents?limit=50', '/api/knowledge/findings']) {
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      const begun = performance.now();
      await world.max.gets(path);
      times.push(performance.now() - begun);
    }
    console.log(`GET ${path}: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`);
  }
  await app.close();
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
}
function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
/** Seconds of processor time of this process, without those of the database. */
function processor(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}
function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
function mega(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
