import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** A process that is watched closely, and does this. */
async function doing(work: string): Promise<{ code: number | null; signal: string | null; said: string }> {
  const watchdog = new URL('watchdog.ts', import.meta.url).href;
  const program = `import { watchEventLoop } from ${JSON.stringify(watchdog)};
    watchEventLoop({ everyMilliseconds: 200, mostMissed: 20 });
    ${work}`;
  const home = await mkdtemp(join(tmpdir(), 'watchdog-'));
  const path = join(home, 'program.mjs');
  await writeFile(path, program);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  await rm(home, { recursive: true });
  return { code, signal, said };
}

test('a process whose event loop stands still ends itself, and says why', async () => {
  const { signal, said } = await doing('for (;;);');
  assert.deepEqual([signal, said.includes('event loop was blocked')], ['SIGKILL', true]);
});

test('a process whose event loop moves goes on, and the watch does not keep it alive', async () => {
  const { code, said } = await doing('setTimeout(() => {}, 6_000);');
  assert.deepEqual([code, said], [0, '']);
});
