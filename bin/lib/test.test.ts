import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, copyFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';

const repository = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'desk-bin-test-'));
after(() => rmSync(copy, { recursive: true }));

mkdirSync(join(copy, 'bin/lib'), { recursive: true });
for (const file of ['bin/test', 'bin/long-tests', 'bin/lib/tally.ts', 'bin/lib/together.ts', 'bin/lib/end-soon.ts'])
  copyFileSync(join(repository, file), join(copy, file));
symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
for (const folder of ['contract', 'server', 'demo']) mkdirSync(join(copy, folder));

test('a run without any test fails and shows this in the last line', () => {
  const { status, lastLine } = runTests(['pure']);
  assert.equal(lastLine, '0 passed, 0 failed');
  assert.equal(status, 1);
});

test('the output ends with the failures and their errors, and the totals of all parts in the last line', () => {
  write(
    'contract/two.test.ts',
    "import { test } from 'node:test'; test('a', () => {}); test('b', () => { throw new Error('red'); });",
  );
  write('server/broken-import.test.ts', "import './missing.ts';");
  write('server/green.test.ts', "import { test } from 'node:test'; test('c', () => {}); test.skip('d', () => {});");
  const { status, lastLine, lines } = runTests(['pure', 'pglite']);
  assert.equal(lastLine, '2 passed, 2 failed');
  assert.equal(status, 1);
  const summary = lines.slice(lines.indexOf('== failed in pure'));
  assert.ok(summary.includes('✖ b (contract/two.test.ts:1)'), summary.join('\n'));
  assert.ok(summary.includes('    Error: red'));
  assert.ok(summary.some((line) => line.includes('Cannot find module') && line.includes('missing.ts')));
});

test('a process that a test starts in another folder does not belong to the run', () => {
  write(
    'server/forks.test.ts',
    "import { fork } from 'node:child_process'; import { once } from 'node:events'; " +
      "import assert from 'node:assert/strict'; import { test } from 'node:test'; " +
      "test('g', async () => { const child = fork(import.meta.dirname + '/child.ts', { cwd: '/' }); " +
      "const [code] = await once(child, 'exit'); assert.equal(code, 0); });",
  );
  write('server/child.ts', '');
  assert.equal(runTests(['pglite', 'forks']).lastLine, '1 passed, 0 failed');
});

test('a word as argument runs only the files whose path contains it', () => {
  write('server/green.test.ts', "import { test } from 'node:test'; test('c', () => {});");
  const { status, lastLine } = runTests(['pglite', 'green']);
  assert.equal(lastLine, '1 passed, 0 failed');
  assert.equal(status, 0);
});

test('CI starts a part of the long run only if there is enough time left', () => {
  write('server/green.test.ts', "import { test } from 'node:test'; test('c', () => {});");
  write('bin/pg17', '#!/bin/sh\nshift\nexec "$@"\n', 0o755);
  const partsOf = (lastStart: string) =>
    runTests(['ci'], { TEST_LAST_START: lastStart }).lines.filter((line) => /^== p.* files$/.test(line));
  const quick = ['== pure, quick', '== postgres, quick'];
  const withoutCounts = (lines: string[]) => lines.map((line) => line.replace(/: \d+ files$/, ''));
  assert.deepEqual(withoutCounts(partsOf('3600')), [...quick, '== pglite, long']);
  assert.deepEqual(withoutCounts(partsOf('-1')), quick);
});

test('a file that leaves a resource open is ended, and the other files are counted', () => {
  const open = "import { createServer } from 'node:net'; createServer().listen(0);";
  write('server/green.test.ts', "import { test } from 'node:test'; test('c', () => {});");
  // The first file has its own process; the second shares one.
  write('server/test/promises/open.test.ts', `${open} import { test } from 'node:test'; test('e', () => {});`);
  write('server/open.test.ts', `${open} import { test } from 'node:test'; test('f', () => {});`);
  const { status, lastLine } = runTests(['pglite', 'open.test', '/green.test'], { TEST_LONGEST_END: '200' });
  assert.equal(lastLine, '3 passed, 2 failed');
  assert.equal(status, 1);
});

function write(path: string, source: string, mode = 0o644): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), source, { mode });
}

function runTests(parts: string[], more: NodeJS.ProcessEnv = {}) {
  // Inside a test, node sets NODE_TEST_CONTEXT, with which child processes would report to this run.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const env = { ...environment, ...more };
  const { status, stdout } = spawnSync(join(copy, 'bin/test'), parts, { env, encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  return { status, lines, lastLine: lines.at(-1) };
}
