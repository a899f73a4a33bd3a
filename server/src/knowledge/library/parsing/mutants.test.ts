import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../../platform/process/log.ts';
import { createAnswerReader } from './child-output.ts';
import { root, sandboxedCommand, searchPath } from './fences.ts';
import { mutantsOf, type Mutant } from './fixtures/mutants.ts';
import { parseInSandbox } from './sandbox.ts';

// MUTANTS=500 before a release; MUTANTS_SEED repeats a run.
const count = Number(process.env['MUTANTS'] ?? 80);
const seed = Number(process.env['MUTANTS_SEED'] ?? 20_260_302);
/** Files for each child, which has 30 s of CPU for all of them. Each file has the 60 s that it would have alone. */
const atOnce = 40;
const longest = 60_000;

const log = createLog('silent');
const program = fileURLToPath(new URL('./fixtures/many-orders.ts', import.meta.url));
const orderOf = ({ format }: Mutant) => ({ format, title: null, fallbackTitle: 'file', language: 'en' });

/** Runs a child inside the fences of production, and returns one line of output for each file until the child dies. */
async function answersTo(mutants: readonly Mutant[]): Promise<string[]> {
  const [command = '', ...rest] = await sandboxedCommand(log, program);
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: searchPath, LANG: 'C.UTF-8' },
    cwd: root,
  });
  const ended = once(child, 'close');
  child.stdin.on('error', () => {});
  for (const mutant of mutants) {
    const order = Buffer.concat([Buffer.from(`${JSON.stringify(orderOf(mutant))}\n`), mutant.bytes]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(order.length);
    child.stdin.write(Buffer.concat([length, order]));
  }
  child.stdin.end();
  const lines: string[] = [];
  const stop = () => child.kill('SIGKILL');
  let timer = setTimeout(stop, longest);
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    clearTimeout(timer);
    timer = setTimeout(stop, longest);
  }
  clearTimeout(timer);
  await ended;
  return lines;
}

test('every damaged file becomes a document or a specific error, and the service continues', async (t) => {
  const mutants = mutantsOf(seed, count);
  const outcomes = new Map<string, number>();
  let killers = 0;
  for (let at = 0; at < mutants.length;) {
    const batch = mutants.slice(at, at + atOnce);
    const lines = await answersTo(batch);
    for (const [index, line] of lines.entries()) {
      const reader = createAnswerReader();
      reader.take(Buffer.from(line));
      const answer = reader.result();
      assert.ok(answer, `seed ${seed}, ${batch[index]?.name}: ${line.slice(0, 200)}`);
      const outcome = answer.ok ? 'document' : answer.failure;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    at += lines.length;
    const killer = batch[lines.length];
    if (!killer) continue;
    // In production a file that kills its child has its own child: parse it with the service.
    killers++;
    const outcome = await parseInSandbox(log, orderOf(killer), killer.bytes);
    const name = outcome.ok ? 'document' : outcome.failure;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    at++;
  }
  t.diagnostic(`seed=${seed} ${JSON.stringify(Object.fromEntries(outcomes))} killed their child=${killers}`);
  assert.equal(
    [...outcomes.values()].reduce((sum, each) => sum + each, 0),
    count,
  );
  assert.ok((outcomes.get('document') ?? 0) > 0 && (outcomes.get('corrupt') ?? 0) > 0, 'the mutations mattered');
});
