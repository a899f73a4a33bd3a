import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addText } from '../src/knowledge/library/documents/documents.actions.ts';
import { startServer, type TestServer } from '../test/server.ts';
import { createWorld, type World } from '../test/world.ts';
import { fill, seededRandom } from './corpora/large-base.ts';
import { databaseSeconds } from './measuring/processor-time.ts';

/*
 * Measures the cost of a passage from its upload until it is retrievable and examined, in bases of several sizes: passages a
 * second, and processor time of the service and of PostgreSQL (all its processes on this machine). The limit is the cost in an
 * empty base, in the same run. Without the sentence model.
 * TEST_ENGINE=pglite|postgres npm run bench:ingest [-- --documents N --base PASSAGES …]
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '60' },
    base: { type: 'string', multiple: true, default: ['0', '10000', '45000'] },
  },
});
const documents = Number(values.documents);
const passagesOfDocument = 12;
const warming = 10;
const empty = await measure(0);
for (const base of values.base.map(Number).filter((size) => size > 0)) await measure(base, empty);

/** Returns the milliseconds of processor time for each passage. */
async function measure(base: number, limit?: number): Promise<number> {
  const server = await startServer({ working: 'jobs' });
  const world = await createWorld(server);
  const { id: collection } = await world.wim.posts('/api/knowledge/collections', { name: 'Handbooks' });
  const large = { collection, documents: Math.ceil(base / passagesOfDocument), passages: passagesOfDocument };
  if (base > 0) await fill(server.desk, world.birch, large);
  // Mark the existing documents as examined.
  await server.desk.db.owner
    .query(`insert into document_examination (organization_id, document_id, version, text_hash, signature)
    select organization_id, id, 1, id::text, '{}' from document`);
  await server.desk.db.owner.query('vacuum (analyze)');
  // The first documents load the index and the parsers, and warm up the compiler.
  await read(server, world, { collection, count: warming, from: 0 });
  const before = { service: process.cpuUsage(), database: databaseSeconds(), at: performance.now() };
  const passages = await read(server, world, { collection, count: documents, from: warming });
  const { user, system } = process.cpuUsage(before.service);
  const service = (user + system) / 1_000 / passages;
  const isEmbedded = server.desk.db.engine === 'pglite';
  const database = isEmbedded ? 0 : ((databaseSeconds() - before.database) * 1_000) / passages;
  const rate = (passages * 1_000) / (performance.now() - before.at);
  const both = service + database;
  console.log(
    `${base} passages before: ${rate.toFixed(0)} passages a second; processor time of each: service ${service.toFixed(1)} ms` +
      (isEmbedded ? '' : `, PostgreSQL ${database.toFixed(1)} ms`) +
      `${limit ? `, ${(both / limit).toFixed(2)} of what it is in an empty base` : ''}; ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  await server.close();
  return both;
}

/** Adds the documents, waits until all are ready and examined, and returns the number of their passages. */
async function read(
  { desk }: TestServer,
  { birch }: World,
  { collection, count, from }: { collection: string; count: number; from: number },
): Promise<number> {
  const acting = { ...birch, actor: { type: 'operator', id: 'bench', name: 'bench' }, origin: null } as const;
  for (let at = from; at < from + count; at++)
    await addText(desk, acting, { collection_id: collection, title: `Handbook ${at}`, text: handbook(at) });
  for (;;) {
    const { rows } = await desk.db.owner.query(
      `select count(*) filter (where d.status <> 'ready' or e.version is distinct from d.active_version)::int as open,
         coalesce(sum(d.chunk_count), 0)::int as passages
       from document d left join document_examination e on e.organization_id = d.organization_id and e.document_id = d.id
       where d.title like 'Handbook %' and split_part(d.title, ' ', 2)::int >= ${from}`,
    );
    if (rows[0]?.['open'] === 0) return Number(rows[0]['passages']);
    await pause(100);
  }
}

// Words with a natural frequency distribution; each document has some words of its own.
function handbook(seed: number): string {
  const chance = seededRandom(1_000 + seed);
  const word = () => `w${Math.floor(30_000 ** chance())}`;
  const section = (at: number) =>
    `## Chapter ${at}\n\n${Array.from({ length: 6 }, () => `The ${Array.from({ length: 16 }, word).join(' ')}.`).join(' ')}`;
  return Array.from({ length: passagesOfDocument }, (_, at) => section(at)).join('\n\n');
}
