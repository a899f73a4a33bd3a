import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { sandboxedCommand } from './sandbox.ts';

// What a parser that a document has taken over could try, tried: programs of ours in the child's place.

const log = createLog('silent');
let folder: string;
before(() => {
  folder = mkdtempSync(join(import.meta.dirname, 'takeover-'));
});
after(() => rmSync(folder, { recursive: true }));

async function attempt(program: string): Promise<string> {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  const [command = '', ...rest] = await sandboxedCommand(log, file);
  try {
    return execFileSync(command, rest, {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    }).toString();
  } catch {
    return 'killed';
  }
}

const tells = (work: string) =>
  `${work}.then(() => 'allowed', (error) => error.code).then((said) => console.log(said));`;

test('the child cannot write, start programs, or read beyond its own code', async () => {
  const fs =
    "import fs from 'node:fs/promises'; import { promisify } from 'node:util'; import { execFile } from 'node:child_process';";
  assert.match(await attempt(`${fs} ${tells("fs.readFile('/etc/passwd')")}`), /ERR_ACCESS_DENIED/);
  assert.match(await attempt(`${fs} ${tells("fs.writeFile('/tmp/from-the-child', 'x')")}`), /ERR_ACCESS_DENIED/);
  assert.match(await attempt(`${fs} ${tells("(async () => promisify(execFile)('true'))()")}`), /ERR_ACCESS_DENIED/);
});

test('the child has no network, not even its own machine', async (t) => {
  const [first] = await sandboxedCommand(log, '');
  if (first !== 'unshare') return t.skip('this machine has no user namespaces; the service warns about it');
  const said = await attempt(
    `import net from 'node:net'; net.connect(1, '127.0.0.1').on('error', (error) => console.log(error.code)).on('connect', () => console.log('allowed'));`,
  );
  assert.match(said, /ENETUNREACH|EACCES|EPERM/);
});

test('a child that takes memory without end is stopped, ours goes on', async () => {
  assert.equal(await attempt(`const kept = []; for (;;) kept.push(Buffer.alloc(50_000_000, 1));`), 'killed');
});
