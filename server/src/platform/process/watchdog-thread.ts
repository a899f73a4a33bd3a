import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Watch } from './watchdog.ts';

const { beats, everyMilliseconds, mostMissed } = workerData as Watch;
const pointer = new Int32Array(beats);
let last = Atomics.load(pointer, 0);
let missed = 0;
setInterval(() => {
  const now = Atomics.load(pointer, 0);
  missed = now === last ? missed + 1 : 0;
  last = now;
  if (missed < mostMissed) return;
  // Write directly: the log's stream belongs to the blocked event loop.
  writeSync(2, 'Frontdesk stops itself because its event loop was blocked. Start it again.\n');
  process.kill(process.pid, 'SIGKILL');
}, everyMilliseconds);
