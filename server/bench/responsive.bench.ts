import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { seededRandom } from './corpora/large-base.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures how much the ingestion of a large document slows down other requests: milliseconds of three kinds of requests, one
 * each every 100 ms over a socket, and the delay of the event loop. TEST_ENGINE=pglite|postgres npm run bench:responsive
 * [-- --megabytes N]
 */
const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '4' } } });
const size = Number(values.megabytes) * 1_000_000;

const server = await startServer({ working: 'jobs' });
const { wim } = await createWorld(server);
const url = await server.listen();
const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Books' });
const authorization = `Bearer ${wim.token}`;
async function add(name: string, text: string): Promise<string> {
  const form = new FormData();
  form.set('collection_id', collection_id);
  form.set('file', new File([text], `${name}.txt`));
  const answer = await fetch(`${url}/api/knowledge/documents/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  if (answer.status !== 202) throw new Error(`The upload was answered with ${answer.status}.`);
  const { id }: any = await answer.json();
  return id;
}

const headers = { authorization, 'content-type': 'application/json' };
const body = JSON.stringify({ query: 'when are refunds paid' });
const requests = {
  readyz: () => fetch(`${url}/readyz`),
  documents: () => fetch(`${url}/api/knowledge/documents`, { headers }),
  search: () => fetch(`${url}/api/knowledge/search`, { method: 'POST', headers, body }),
};

try {
  await readyFor(await add('Refunds', 'Refunds are paid within nine days.'));
  const taken = { readyz: [] as number[], documents: [] as number[], search: [] as number[] };
  const loop = monitorEventLoopDelay({ resolution: 10 });
  let done = false;
  const asking = Object.entries(requests).map(async ([name, request]) => {
    while (!done) {
      const started = performance.now();
      await (await request()).text();
      taken[name as keyof typeof requests].push(performance.now() - started);
      await pause(100);
    }
  });
  loop.enable();
  const started = performance.now();
  const chunks = await readyFor(await add('A book', book()));
  done = true;
  await Promise.all(asking);
  console.log(`${chunks} passages read in ${Math.round((performance.now() - started) / 1000)} s`);
  console.table(Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, told(all)])));
  console.log(`event loop, longest delay: ${Math.round(loop.max / 1e6)} ms`);
} finally {
  await server.close();
}

function told(all: readonly number[]) {
  const at = (share: number) => Math.round(quantile(all, share));
  return { requests: all.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}

async function readyFor(id: string): Promise<number> {
  for (;;) {
    const document = await wim.gets(`/api/knowledge/documents/${id}`);
    if (document.status === 'ready') return document.chunk_count;
    if (document.status === 'failed') throw new Error(`The document failed: ${document.error.code}`);
    await pause(250);
  }
}

// Words with a natural frequency distribution.
function book(): string {
  const chance = seededRandom(7);
  const paragraphs: string[] = [];
  for (let length = 0; length < size; length += paragraphs.at(-1)?.length ?? 0) {
    const words = Array.from({ length: 60 }, () => `w${Math.floor(30_000 ** chance())}`);
    paragraphs.push(`The ${words.join(' ')}.`);
  }
  return paragraphs.join('\n\n');
}
