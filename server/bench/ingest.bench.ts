import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { addText } from '../src/knowledge/library/documents/documents.actions.ts';
import { startServer, type TestServer } from '../test/server.ts';
import { createWorld, type World } from '../test/world.ts';
import { fill, seededRandom, sentence } from './corpora/large-base.ts';
import { lines, type Article } from './corpora/sets.ts';
import { databaseSeconds } from './measuring/processor-time.ts';

/*
 * Measures ingestion in bases of several sizes: passages a second until documents are ready (they serve) and until they are
 * examined for contradictions, with the processor time of a passage in the service and in PostgreSQL (all its processes on
 * this machine). The limit is the cost in an empty base, in the same run. Without the sentence model. The documents are of
 * articles in `--kb`, twelve each; without such a file of made-up words.
 * TEST_ENGINE=pglite|postgres npm run bench:ingest [-- --documents N --base PASSAGES … --kb kb.jsonl]
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '60' },
    base: { type: 'string', multiple: true, default: ['0', '10000', '45000'] },
    kb: { type: 'string', default: '../shared/bench/mtrag_un/kb.jsonl' },
  },
});
const documents = Number(values.documents);
const articlesOfDocument = 12;
const warming = 10;
const articles = existsSync(values.kb) ? lines<Article>(values.kb) : madeUp();
const empty = await measure(0);
for (const base of values.base.map(Number).filter((size) => size > 0)) await measure(base, empty);

/** Milliseconds for each passage. */
interface Cost {
  service: number;
  database: number;
}

async function measure(base: number, limit?: Cost): Promise<Cost> {
  const server = await startServer({ working: 'jobs' });
  const world = await createWorld(server);
  const { id: collection } = await world.wim.posts('/api/knowledge/collections', { name: 'Handbooks' });
  const large = { collection, documents: Math.ceil(base / articlesOfDocument), passages: articlesOfDocument };
  if (base > 0) await fill(server.desk, world.birch, large);
  // Mark the existing documents as examined.
  await server.desk.db.owner
    .query(`insert into document_examination (organization_id, document_id, version, text_hash, signature)
    select organization_id, id, 1, id::text, '{}' from document`);
  await server.desk.db.owner.query('vacuum (analyze)');
  // The first documents load the index and the parsers, and warm up the compiler.
  await adds(server, world, { collection, count: warming, from: 0 });
  await examined(server);
  const begun = now();
  await adds(server, world, { collection, count: documents, from: warming });
  const passages = await ready(server, warming);
  const served = since(begun, passages);
  await examined(server);
  const whole = since(begun, passages);
  console.log(
    `${base} passages before: ${said(served, limit)} until ready; ${said(whole)} until examined; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  await server.close();
  return served;
}

function now() {
  return { service: process.cpuUsage(), database: databaseSeconds(), at: performance.now() };
}

function since(begun: ReturnType<typeof now>, passages: number): Cost & { rate: number } {
  const { user, system } = process.cpuUsage(begun.service);
  return {
    service: (user + system) / 1_000 / passages,
    database: ((databaseSeconds() - begun.database) * 1_000) / passages,
    rate: (passages * 1_000) / (performance.now() - begun.at),
  };
}

function said({ rate, service, database }: Cost & { rate: number }, limit?: Cost): string {
  const times = limit ? (service + database) / (limit.service + limit.database) : 1;
  return (
    `${rate.toFixed(0)} passages a second (processor time of each: service ${service.toFixed(1)} ms, PostgreSQL ` +
    `${database.toFixed(1)} ms${limit ? `, ${times.toFixed(2)} of what it is in an empty base` : ''})`
  );
}

interface Added {
  collection: string;
  count: number;
  from: number;
}

async function adds({ desk }: TestServer, { birch }: World, { collection, count, from }: Added): Promise<void> {
  const acting = { ...birch, actor: { type: 'operator', id: 'bench', name: 'bench' }, origin: null } as const;
  for (let at = from; at < from + count; at++)
    await addText(desk, acting, { collection_id: collection, title: `Handbook ${at}`, text: handbook(at) });
}

/** Waits until the documents from this number on are ready, and returns the number of their passages. */
async function ready({ desk }: TestServer, from: number): Promise<number> {
  for (;;) {
    const { rows } = await desk.db.owner.query(
      `select count(*) filter (where status <> 'ready')::int as open, sum(chunk_count)::int as passages
       from document where title like 'Handbook %' and split_part(title, ' ', 2)::int >= ${from}`,
    );
    if (rows[0]?.['open'] === 0) return Number(rows[0]['passages']);
    await pause(20);
  }
}

async function examined({ desk }: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await desk.db.owner.query(
      `select count(*)::int as open from document d
         left join document_examination e on e.organization_id = d.organization_id and e.document_id = d.id
       where d.status <> 'ready' or e.version is distinct from d.active_version`,
    );
    if (rows[0]?.['open'] === 0) return;
    await pause(20);
  }
}

function handbook(seed: number): string {
  const chapter = (at: number) => articles[(seed * articlesOfDocument + at) % articles.length];
  return Array.from({ length: articlesOfDocument }, (_, at) => `# ${chapter(at)?.title}\n\n${chapter(at)?.text}`).join(
    '\n\n',
  );
}

/** Articles of words with a natural frequency distribution. */
function madeUp(): Article[] {
  const chance = seededRandom(1_000);
  return Array.from({ length: 1_000 }, (_, at) => {
    const sentences = Array.from({ length: 6 }, () => `The ${sentence(at, 16, chance)}.`);
    return { id: String(at), title: sentence(at, 3, chance), text: sentences.join(' ') };
  });
}
