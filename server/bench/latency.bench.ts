import { loadavg } from 'node:os';
import { seatsFor, take } from '../test/promises/crew.ts';
import type { Role } from '../test/promises/process.ts';
import { setScene } from '../test/promises/scene.ts';
import { answered, withStatistics } from './measuring/answered.ts';
import { quantile } from './measuring/measures.ts';
import { processorSeconds } from './measuring/processor-time.ts';

/*
 * Measures the time from a customer's message at the webhook to the answer at the vendor at steady rates, and the most answers
 * a second. One process for everything; with PostgreSQL also one for the API and one worker. Without a model. The load, the
 * fake vendor, the service and PostgreSQL share the machine. Run: npm run bench:latency [-- SECONDS], TEST_ENGINE=pglite for the
 * embedded engine.
 */
const [seconds = 10] = process.argv.slice(2).map(Number);
const scene = await setScene();
await scene.desk.terminate();
const crews: Role[][] = scene.environment['DATABASE_URL'] ? [['all'], ['api', 'worker']] : [['all']];
for (const roles of crews) await measure(roles);
await scene.close();

async function measure(roles: Role[]): Promise<void> {
  const seats = await seatsFor(scene, roles);
  const desks = seats.map((seat) => take(scene, seat));
  await Promise.all(desks.map((desk) => desk.ready));
  const [door] = desks;
  if (!door) throw new Error('A crew of nobody.');
  scene.desk = door;
  console.log(`${roles.join(' + ')}, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  // Enough messages that the statistics are those of a desk in use.
  await answered(scene, { url: door.url, rate: 20, count: 100 });
  await withStatistics(scene);
  for (const rate of [5, 20, 50]) {
    const times = await answered(scene, { url: door.url, rate, count: rate * seconds });
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(0));
    console.log(`  ${rate} a second: p50 ${p50} ms, p99 ${p99} ms`);
  }
  const count = 60 * seconds;
  const before = processorSeconds(scene);
  const begun = performance.now();
  await answered(scene, { url: door.url, rate: 1_000, count });
  const took = (performance.now() - begun) / 1_000;
  const after = processorSeconds(scene);
  const each = (key: keyof typeof after) => (((after[key] - before[key]) / count) * 1_000).toFixed(1);
  console.log(
    `  at most ${(count / took).toFixed(0)} answers a second; processor time of each: ${roles[0]} ${each('service')} ` +
      `ms, PostgreSQL ${each('database')} ms`,
  );
  await Promise.all(desks.map((desk) => desk.terminate()));
}
