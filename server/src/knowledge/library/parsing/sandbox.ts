import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../platform/process/log.ts';
import { createAnswerReader } from './child-output.ts';
import { root, sandboxedCommand, searchPath } from './fences.ts';
import type { ParseOrder, ParseOutcome } from './parse.ts';

/** The program of the child and its time limit. Tests substitute programs that misbehave. */
interface Sandboxed {
  program: string;
  /** Milliseconds. */
  wallClock: number;
}

const documentParser: Sandboxed = { program: fileURLToPath(new URL('./child.ts', import.meta.url)), wallClock: 60_000 };

/** Enough for 20 MiB of text (`parse.ts`) as JSON. */
const mostOutput = 64 * 1024 * 1024;

/**
 * Parses one document in its own process (docs/promises.md, uploads): no network; bounded memory, CPU, files and output;
 * read access to the program and its packages only; an empty environment; 60 s. Never throws because of a document.
 */
export async function parseInSandbox(
  log: Log,
  order: ParseOrder,
  bytes: Buffer,
  { program, wallClock }: Sandboxed = documentParser,
): Promise<ParseOutcome> {
  const [command = '', ...rest] = await sandboxedCommand(log, program);
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: searchPath, LANG: 'C.UTF-8' },
    cwd: root,
  });
  const ended = collect(child, wallClock);
  // Ignore the broken pipe of a child that dies early: its exit code tells more.
  child.stdin?.on('error', () => {});
  child.stdin?.write(`${JSON.stringify(order)}\n`);
  child.stdin?.end(bytes);
  return outcomeOf(await ended);
}

interface ChildExit {
  answer: ParseOutcome | null;
  code: number | null;
  signal: string | null;
  cut: 'time' | 'output' | null;
}

function collect(child: ChildProcess, wallClock: number): Promise<ChildExit> {
  return new Promise((resolve) => {
    const reader = createAnswerReader();
    let size = 0;
    let cut: ChildExit['cut'] = null;
    const stop = (why: 'time' | 'output') => {
      cut ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('time'), wallClock);
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > mostOutput) stop('output');
      else reader.take(part);
    });
    const finish = (code: number | null, signal: string | null) => {
      clearTimeout(timer);
      resolve({ answer: reader.result(), code, signal, cut });
    };
    child.on('error', () => finish(1, null));
    child.on('close', finish);
  });
}

function outcomeOf({ answer, code, signal, cut }: ChildExit): ParseOutcome {
  if (cut === 'time' || signal === 'SIGXCPU' || signal === 'SIGKILL')
    return { ok: false, failure: cut === 'output' ? 'too_large' : 'timeout' };
  // When memory runs out, node ends by a signal, or with the exit code that a shell derives from one.
  if (signal !== null || (code !== null && code > 128)) return { ok: false, failure: 'too_large' };
  return (code === 0 && answer) || { ok: false, failure: 'corrupt' };
}
