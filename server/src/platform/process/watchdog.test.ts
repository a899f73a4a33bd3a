import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** Runs the code in a process with a watchdog that checks often. */
async function runWatched(work: string): Promise<{ code: number | null; signal: string | null; output: string }> {
  const watchdog = new URL('watchdog.ts', import.meta.url).href;
  const program = `import { watchEventLoop } from ${JSON.stringify(watchdog)};
    watchEventLoop({ everyMilliseconds: 200, mostMissed: 20 });
    ${work}`;
  const home = await mkdtemp(join(tmpdir(), 'watchdog-'));
  const path = join(home, 'program.mjs');
  await writeFile(path, program);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  await rm(home, { recursive: true });
  return { code, signal, output };
}

test('a process whose event loop is blocked ends itself and prints the reason', async () => {
  const { signal, output } = await runWatched('for (;;);');
  assert.deepEqual([signal, output.includes('event loop was blocked')], ['SIGKILL', true]);
});

test('a process whose event loop runs continues, and the watchdog does not keep it alive', async () => {
  const { code, output } = await runWatched('setTimeout(() => {}, 6_000);');
  assert.deepEqual([code, output], [0, '']);
});
