import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seatsFor, take } from '../test/promises/crew.ts';
import { hookOf, setScene } from '../test/promises/scene.ts';
import type { SignedEvent } from '../test/providers/webhook-delivery.ts';
import { withStatistics } from './measuring/answered.ts';
import { processorSeconds } from './measuring/processor-time.ts';

/*
 * Measures the events a second that one process of the service acknowledges over 32 connections (ROLE=api with PostgreSQL, all
 * with the embedded engine), next to 32 connections that write the same three rows by one statement each. The load, the service
 * and PostgreSQL share the machine. Run: npm run bench:acks [-- SECONDS], with TEST_ENGINE=pglite for the embedded engine.
 */
const [seconds = 8] = process.argv.slice(2).map(Number);
const connections = 32;
const scene = await setScene();
await scene.call('PATCH', '/api/organizations/me/settings', { auto_respond_enabled: false });
await scene.desk.terminate();
const [seat] = await seatsFor(scene, ['api']);
if (!seat) throw new Error('A scene without a seat.');
scene.desk = take(scene, seat);
await scene.desk.ready;
await sleep(1_000);
await acknowledged('warming up, not counted', () => scene.chatdesk.events.userCreated({ text: 'Hello' }), 1);
await withStatistics(scene);
console.log(`${connections} connections, ${seconds} s each, load of the machine ${loadavg()[0]?.toFixed(1)}`);
const spread = await acknowledged('each event its own conversation', () =>
  scene.chatdesk.events.userCreated({ text: 'Hello' }),
);
const { conversationId } = scene.chatdesk.events.userCreated({ text: 'Hello' });
const hot = await acknowledged('one hot conversation', () =>
  scene.chatdesk.events.userReplied(conversationId, { text: 'Hello again' }),
);
const url = scene.environment['DATABASE_URL'];
if (url) {
  const peer = await written(url);
  console.log(
    `the same rows by SQL alone: ${peer.toFixed(0)} a second; service ${(spread / peer).toFixed(2)} of it, hot ${(hot / peer).toFixed(2)}`,
  );
}
await scene.close();

async function acknowledged(what: string, next: () => SignedEvent, lasting = seconds): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const hook = hookOf(scene, 'chatdesk', scene.desk.url);
  const before = processorSeconds(scene);
  const end = performance.now() + lasting * 1_000;
  const [refused, times] = [new Map<number, number>(), [] as number[]];
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const event = next();
      const begun = performance.now();
      const status = await post(agent, hook, event);
      times.push(performance.now() - begun);
      if (status !== 202) refused.set(status, (refused.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  const after = processorSeconds(scene);
  const rate = times.length / lasting;
  const each = (key: keyof typeof after) => (((after[key] - before[key]) / times.length) * 1_000).toFixed(2);
  const odd = refused.size > 0 ? `; refused: ${JSON.stringify([...refused])}` : '';
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(times.length * 0.99)]?.toFixed(0);
  console.log(
    `${what}: ${rate.toFixed(0)} a second, p99 ${p99} ms; processor time of each: service ${each('service')} ms, ` +
      `PostgreSQL ${each('database')} ms${odd}`,
  );
  return rate;
}

function post(agent: Agent, url: string, { raw, headers }: SignedEvent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sending.on('error', reject).end(raw);
  });
}

/** Writes the event, its lane and its job by one statement at a time, as pgbench would. */
async function written(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const text = `with lane as (
      insert into lane (organization_id, channel, lane_key, pending) values ($1, 'chatdesk', $2, true)),
    event as (insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts)
      values ($1, 'chatdesk', $2, $2, $3, $4, '{}', '{}'))
    insert into pgboss.job_common (id, name, data, policy, singleton_key, group_id)
    values (gen_random_uuid(), 'lane', '{}', 'short', $2, 'bench')`;
  const { raw } = scene.chatdesk.events.userCreated({ text: 'Hello' });
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  const one = async (_: unknown, number: number): Promise<void> => {
    const client = await pool.connect();
    while (performance.now() < end) {
      count += 1;
      await client.query({
        name: 'peer',
        text,
        values: [scene.organizationId, `peer-${number}-${count}`, raw, Buffer.alloc(32)],
      });
    }
    client.release();
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.end();
  return count / seconds;
}
