import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../platform/process/log.ts';
import { createAnswerReader } from './answer.ts';
import type { ChildAnswer } from './order.ts';
import { root, sandboxedCommand, searchPath } from './fences.ts';
import type { ParseOrder } from './parse.ts';

/** What runs in the child, and for how long; tests plant programs that misbehave. */
interface Sandboxed {
  program: string;
  /** Milliseconds. */
  wallClock: number;
}

const reader: Sandboxed = { program: fileURLToPath(new URL('./child.ts', import.meta.url)), wallClock: 60_000 };

/** 20 MiB of text (`parse.ts`) as JSON. */
const mostOutput = 64 * 1024 * 1024;

/**
 * Parses one document in a process of its own (docs/promises.md, uploads): no network, bounded memory, CPU, files and output,
 * read access to the program and its packages only, an empty environment, 60 s. Never throws for what a document does.
 */
export async function parseInSandbox(
  log: Log,
  order: ParseOrder,
  bytes: Buffer,
  { program, wallClock }: Sandboxed = reader,
): Promise<ChildAnswer> {
  const [command = '', ...rest] = await sandboxedCommand(log, program);
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: searchPath, LANG: 'C.UTF-8' },
    cwd: root,
  });
  const ended = collect(child, wallClock);
  // A child that dies early closes its end; the exit tells more than the broken pipe does.
  child.stdin?.on('error', () => {});
  child.stdin?.write(`${JSON.stringify(order)}\n`);
  child.stdin?.end(bytes);
  return verdict(await ended);
}

interface Ended {
  said: ChildAnswer | null;
  code: number | null;
  signal: string | null;
  cut: 'time' | 'output' | null;
}

function collect(child: ChildProcess, wallClock: number): Promise<Ended> {
  return new Promise((resolve) => {
    const answer = createAnswerReader();
    let size = 0;
    let cut: Ended['cut'] = null;
    const stop = (why: 'time' | 'output') => {
      cut ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('time'), wallClock);
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > mostOutput) stop('output');
      else answer.take(part);
    });
    const finish = (code: number | null, signal: string | null) => {
      clearTimeout(timer);
      resolve({ said: answer.said(), code, signal, cut });
    };
    child.on('error', () => finish(1, null));
    child.on('close', finish);
  });
}

function verdict({ said, code, signal, cut }: Ended): ChildAnswer {
  if (cut === 'time' || signal === 'SIGXCPU' || signal === 'SIGKILL')
    return { ok: false, failure: cut === 'output' ? 'too_large' : 'timeout' };
  // Out of memory ends node by a signal or with the code a shell would make of it.
  if (signal !== null || (code !== null && code > 128)) return { ok: false, failure: 'too_large' };
  return (code === 0 && said) || { ok: false, failure: 'corrupt' };
}
