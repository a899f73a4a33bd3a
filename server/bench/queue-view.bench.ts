// Measures how long each view of the queue takes at a large desk: npm run bench:queue-view [-- CONVERSATIONS]
import { encodeCursor } from '../src/platform/http/page.ts';
import { hmac } from '../src/platform/secrets/signatures.ts';
import { startServer } from '../test/server.ts';
import { createWorld } from '../test/world.ts';
import { quantile } from './measuring/measures.ts';

const conversations = Number(process.argv[2] ?? 300_000);
const rounds = 20;
const server = await startServer();
const { ada } = await createWorld(server);
const { owner } = server.desk.db;
const organization = ada.organizationId;
const query = (text: string) => owner.query(text.replaceAll('$o', `'${organization}'::uuid`));

// Nineteen of twenty are resolved, as at a desk that has been open for years; snoozed and tagged ones are spread among them.
await query(`insert into customer (organization_id, id, person_id, channel, identity, name, email, verified)
  values ($o, md5('k')::uuid, md5('k')::uuid, 'email', 'k', 'Kim', 'kim@example.test', true)`);
// Without the triggers that record changes: nobody reads these here.
await query('alter table conversation disable trigger user');
await query(`insert into conversation (organization_id, id, channel, channel_reference, customer_id, subject, status, owner, ai_state,
    waiting_since, snoozed_until, tag_ids, created_at, updated_at)
  select $o, md5('c' || n)::uuid, (array['email', 'chatdesk', 'ticketdesk'])[n % 3 + 1], n::text, md5('k')::uuid, 'Ticket ' || n,
    case when n % 1000 = 9 then 'snoozed' when n % 20 > 0 then 'resolved' when n % 3 = 0 then 'open' else 'pending' end,
    case when n % 2 = 0 then 'human' else 'ai' end,
     case when n % 2 = 1 then case when n % 5000 = 1 then 'awaiting_approval' else 'idle' end end,
    case when n % 20 = 0 then now() - n * interval '1 minute' end, case when n % 1000 = 9 then now() + interval '1 day' end,
    case when n % 4 = 1 then array[md5('frequent')::uuid]
       when n > ${conversations} - 500 and n % 100 = 2 then array[md5('rare')::uuid] else '{}' end,
    now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, ${conversations}) n`);
await query('alter table conversation enable trigger user');
await query('vacuum analyze conversation');

const uuidOf = async (word: string) => String((await query(`select md5('${word}')::uuid as id`)).rows[0]?.['id']);
const [frequent, rare] = [await uuidOf('frequent'), await uuidOf('rare')];
const {
  rows: [middle],
} = await query(`select id, updated_at from conversation where organization_id = $o
  order by updated_at desc, id offset ${Math.floor(conversations / 2)} limit 1`);
const position = encodeCursor([new Date(String(middle?.['updated_at'])).toISOString(), String(middle?.['id'])]);
const signed = `cursor ${organization} /api/conversations ${position}`;
const deep = `${position}.${hmac('sha256', server.desk.config.SECRET_KEY, signed).subarray(0, 12).toString('base64url')}`;

const views: [string, string][] = [
  ['latest change first', ''],
  ['… in the middle of it', `cursor=${deep}`],
  ['longest waiting first', 'sort=waiting_since'],
  ['waiting for a reply', 'needs=reply'],
  ['… longest waiting first', 'needs=reply&sort=waiting_since'],
  ['to be approved', 'needs=approval'],
  ['open', 'status=open'],
  ['snoozed', 'status=snoozed'],
  ['… longest waiting first', 'status=snoozed&sort=waiting_since'],
  ['of nobody, open', 'assignee_id=none&status=open'],
  ['of mine', 'assignee_id=me'],
  ['of the AI, pending', 'owner=ai&status=pending'],
  ['open, of one channel', 'status=open&channel=email'],
  ['of a rare tag', `tag_id=${rare}`],
  ['of a rare tag, longest waiting first', `tag_id=${rare}&sort=waiting_since`],
  ['of a frequent tag', `tag_id=${frequent}`],
  ['of a tag that nothing has', `tag_id=${await uuidOf('none')}`],
];
console.log(`${conversations} conversations, ${server.desk.db.engine}; milliseconds of GET /api/conversations`);
for (const [what, filter] of views) await measure(what, `/api/conversations?${filter}`);
await measure('the counts of the views', '/api/conversations/counts');
await server.close();

async function measure(what: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await ada.gets(path);
    times.push(performance.now() - start);
  }
  const at = (share: number) => quantile(times, share).toFixed(1).padStart(8);
  console.log(`${what.padEnd(40)} p50 ${at(0.5)}  p99 ${at(0.99)}`);
}
