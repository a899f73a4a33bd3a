// Measures how long the queue takes to find words: npm run bench:queue-words [-- CONVERSATIONS]
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';

const conversations = Number(process.argv[2] ?? 100_000);
const server = await startServer();
const { ada } = await createWorld(server);
const { owner } = server.desk.db;
const organization = ada.organizationId;
const query = (text: string) => owner.query(text.replaceAll('$o', `'${organization}'::uuid`));

// Four messages of forty words each. Each of the words w1 … w20000 is rarer than the one before.
await query(`insert into customer (organization_id, id, person_id, channel, identity, name, email, verified)
  select $o, md5('k' || n)::uuid, md5('k' || n)::uuid, 'email', n::text, 'Person' || n || ' Family' || n % 5000,
     'person' || n || '@example' || n % 700 || '.test', true
  from generate_series(1, ${conversations}) n`);
await query(`insert into conversation (organization_id, id, channel, channel_reference, customer_id, subject, status, owner,
     ai_state, waiting_since, created_at, updated_at)
  select $o, md5('c' || n)::uuid, 'email', n::text, md5('k' || n)::uuid, 'Ticket ' || n || ' about w' || n % 300,
    (array['open', 'pending', 'resolved'])[n % 3 + 1], 'human', null, case when n % 3 = 0 then now() - n * interval '1 minute' end,
     now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, ${conversations}) n`);
await query(`insert into message (organization_id, conversation_id, seq, id, kind, author_type, text, created_at)
  select $o, md5('c' || n)::uuid, s, md5(n || 'm' || s)::uuid, 'customer', 'customer',
    (select string_agg('w' || (1 + floor(20000 * power(random(), 4)))::int, ' ') from generate_series(1, 40 + 0 * n * s))
       || case when n % 20000 = 7 and s = 2 then ' zebrafinch' else '' end,
    now() - n * interval '1 minute'
  from generate_series(1, ${conversations}) n, generate_series(1, 4) s`);
await query('vacuum analyze message');
await query('vacuum analyze conversation');
await query('vacuum analyze customer');

const asked: [string, string][] = [
  ['a word of five conversations', 'q=zebrafinch'],
  ['a rare word', 'q=w19990'],
  ['a word of some', 'q=w3000'],
  ['a common word', 'q=w2'],
  ['a word that is in nearly all', 'q=w1'],
  ['two words', 'q=w400%20w900'],
  ['a name', 'q=Person4711'],
  ['a domain', 'q=example77.test'],
  ['the beginning of a word', 'q=zebraf'],
  ['a common word, by waiting time', 'q=w2&sort=waiting_since'],
  ['a common word among the pending', 'q=w2&status=pending'],
  ['a rare word among the pending', 'q=w19990&status=pending'],
  ['a common word of nobody', 'q=w2&assignee_id=me'],
  ['nothing', 'q=nothinglikethis'],
];
console.log(`${conversations} conversations, ${4 * conversations} messages; milliseconds of GET /api/conversations?q=`);
for (const [what, q] of asked) {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    found = (await ada.gets(`/api/conversations?${q}`)).items.length;
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1).padStart(8);
  console.log(`${what.padEnd(36)} p50 ${at(0.5)}  p99 ${at(0.99)}  (${found} on the page)`);
}
await server.close();
