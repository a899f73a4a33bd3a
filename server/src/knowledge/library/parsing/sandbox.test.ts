import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../../platform/process/log.ts';
import { linkedPackages, sandboxedCommand, workingFences } from './fences.ts';
import { parseInSandbox } from './sandbox.ts';

// Attacks by a compromised parser, simulated by programs that replace the child.

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

const printsOutcome = (work: string) =>
  `${work}.then(() => 'allowed', (error) => error.code).then((said) => console.log(said));`;

test('the child cannot write, start programs, or read beyond its own code', async () => {
  const fs =
    "import fs from 'node:fs/promises'; import { promisify } from 'node:util'; import { execFile } from 'node:child_process';";
  assert.match(await attempt(`${fs} ${printsOutcome("fs.readFile('/etc/passwd')")}`), /ERR_ACCESS_DENIED/);
  assert.match(
    await attempt(`${fs} ${printsOutcome("fs.writeFile('/tmp/from-the-child', 'x')")}`),
    /ERR_ACCESS_DENIED/,
  );
  assert.match(
    await attempt(`${fs} ${printsOutcome("(async () => promisify(execFile)('true'))()")}`),
    /ERR_ACCESS_DENIED/,
  );
});

test('the child may read packages behind a linked node_modules', () => {
  const top = realpathSync(mkdtempSync(join(folder, 'release-')));
  const shared = join(top, 'shared');
  mkdirSync(join(top, 'server', 'node_modules'), { recursive: true });
  mkdirSync(shared);
  assert.deepEqual(linkedPackages(top), []);
  symlinkSync(shared, join(top, 'node_modules'));
  assert.deepEqual(linkedPackages(top), [shared]);
});

/** Runs a program in place of the parser, and returns the result of the service. */
async function planted(program: string, wallClock = 60_000) {
  const file = join(folder, 'planted.mjs');
  writeFileSync(file, program);
  const order = { format: 'pdf' as const, title: null, fallbackTitle: 'file', language: 'en' };
  return parseInSandbox(log, order, Buffer.from('bytes'), { program: file, wallClock });
}

const answers = (text: string) =>
  `const answer = (text) => process.stdout.write(JSON.stringify({ ok: true, passages: { title: 'A', chunks: [{ ` +
  `headingPath: [], text, start: 0, end: 1, page: null }], hiddenInstructions: [] } })); ${text}`;

test('the child cannot reach the network, not even its own machine', async (t) => {
  const [first] = await sandboxedCommand(log, '');
  if (first !== 'unshare') return t.skip('this machine has no user namespaces; the service warns about it');
  let calls = 0;
  const neighbour = createServer((socket) => {
    calls++;
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
  const { port } = neighbour.address() as AddressInfo;
  const tries =
    `import net from 'node:net'; net.connect(${port}, '127.0.0.1').on('error', (error) => ` +
    `answer(error.code)).on('connect', () => answer('allowed'));`;
  const outcome = await planted(answers(tries));
  neighbour.close();
  assert.match(outcome.ok ? (outcome.passages.chunks[0]?.text ?? '') : outcome.failure, /ENETUNREACH|EACCES|EPERM/);
  assert.equal(calls, 0);
});

test('a child without bounds on memory, output or time is stopped, and the service continues', async () => {
  assert.equal(await attempt(`const kept = []; for (;;) kept.push(Buffer.alloc(50_000_000, 1));`), 'killed');
  assert.deepEqual(await planted(`const kept = []; for (;;) kept.push({ kept: [...kept] });`), {
    ok: false,
    failure: 'too_large',
  });
  assert.deepEqual(
    await planted(`const line = 'a'.repeat(1_000_000); const more = () => process.stdout.write(line, more); more();`),
    {
      ok: false,
      failure: 'too_large',
    },
  );
  assert.deepEqual(await planted('for (;;);', 1_000), { ok: false, failure: 'timeout' });
});

test('invalid output of the child is rejected', async () => {
  assert.deepEqual(await planted(answers(`answer('words');`)), {
    ok: true,
    passages: {
      title: 'A',
      chunks: [{ headingPath: [], text: 'words', start: 0, end: 1, page: null }],
      hiddenInstructions: [],
    },
  });
  assert.deepEqual(await planted(answers(`answer(7);`)), { ok: false, failure: 'corrupt' });
  assert.deepEqual(await planted('process.exit(3)'), { ok: false, failure: 'corrupt' });
});

test('a missing fence logs a warning, and the others are still used', async () => {
  const fencesWithout = async (...missing: string[]) => {
    const warnings: string[] = [];
    const fences = await workingFences({ warn: (text: string) => warnings.push(text.split(':')[0] ?? '') }, (command) =>
      Promise.resolve(!missing.some((name) => command.includes(name))),
    );
    return [fences.filter((word) => word === 'unshare' || word === 'prlimit'), warnings];
  };
  const network = 'DOCUMENT PARSERS CAN REACH THE NETWORK';
  const limits = 'DOCUMENT PARSERS RUN WITHOUT LIMITS ON MEMORY AND CPU';
  assert.deepEqual(await fencesWithout(), [['unshare', 'prlimit'], []]);
  assert.deepEqual(await fencesWithout('unshare'), [['prlimit'], [network]]);
  assert.deepEqual(await fencesWithout('prlimit'), [['unshare'], [limits]]);
  assert.deepEqual(await fencesWithout('unshare', 'prlimit'), [[], [network, limits]]);
});
