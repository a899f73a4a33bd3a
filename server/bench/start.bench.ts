import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/*
 * Measures how long `npm start` takes until the service is ready: cold (no DATA_DIR yet: creates the database and runs the
 * migrations) and warm (the same DATA_DIR again). The targets are 10 s and 2 s. Run: npm run bench:start [-- ROUNDS]
 */
const rounds = Number(process.argv[2] ?? 5);
const repository = resolve(import.meta.dirname, '../..');
const cold: number[] = [];
const warm: number[] = [];

for (let round = 1; round <= rounds; round++) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'desk-start-')), 'data');
  try {
    cold.push(await secondsToReady(dataDir));
    warm.push(await secondsToReady(dataDir));
  } finally {
    rmSync(join(dataDir, '..'), { recursive: true });
  }
  console.log(`round ${round}: cold ${cold.at(-1)?.toFixed(2)} s, warm ${warm.at(-1)?.toFixed(2)} s`);
}
const [coldMedian, warmMedian] = [median(cold), median(warm)];
console.log(
  `median of ${rounds}: cold ${coldMedian.toFixed(2)} s, warm ${warmMedian.toFixed(2)} s, ratio ${(coldMedian / warmMedian).toFixed(1)}`,
);

/** The seconds from the command to the response of /readyz; returns after the process has drained. */
async function secondsToReady(dataDir: string): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', ROLE: 'all', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (!url) continue;
    const ready = await fetch(`${url}/readyz`);
    const seconds = (performance.now() - started) / 1000;
    child.kill('SIGTERM');
    await ended;
    if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
    return seconds;
  }
  throw new Error(`npm start ended with code ${await ended} before it was ready`);
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
