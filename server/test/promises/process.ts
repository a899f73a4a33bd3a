import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export type Role = 'all' | 'api' | 'worker';

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** The service as an operator runs it: a separate process, ended only by its process id. */
export interface DeskProcess {
  readonly role: Role;
  readonly pid: number;
  readonly url: string;
  /** Rejects if the process ends first. */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ending>;
  /** kill -9. */
  kill(): Promise<Ending>;
  /** SIGTERM. */
  terminate(): Promise<Ending>;
}

export interface DeskOptions {
  environment: Record<string, string>;
  role?: Role;
  /** Fixed, so that a vendor's retry reaches the restarted process. */
  port: number;
  /** The `main.ts` of a copy of the product. */
  program?: string;
}

const product = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const running = new Set<ChildProcess>();
process.on('exit', () => void killAll());

/** Kills every process that still runs (kill -9): a failed test may have left some behind. */
export async function killAll(): Promise<void> {
  const ends = [...running].filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = Promise.all(ends.map((child) => once(child, 'exit')));
  for (const child of ends) child.kill('SIGKILL');
  await ended;
}

export function startDesk({
  environment,
  role = 'all',
  port,
  program = process.env['PROMISES_PROGRAM'] ?? product,
}: DeskOptions): DeskProcess {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'] ?? '', ...environment, ROLE: role, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  if (process.env['PROMISES_LOG']) child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]): Ending => {
    running.delete(child);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stderr };
  });
  const ready = readiness(child, ended);
  // A test that kills a starting process does not await its readiness.
  ready.catch(() => undefined);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    role,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    ready,
    ended,
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
  };
}

async function readiness(child: ChildProcess, ended: Promise<Ending>): Promise<void> {
  const said = new Promise<void>((resolve) => {
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (process.env['PROMISES_LOG']) process.stderr.write(text);
      if (/Frontdesk (worker )?is ready/.test(out)) resolve();
    });
  });
  const died = ended.then(({ code, signal, stderr }) => {
    throw new Error(`The process ended before it was ready (${code ?? signal}): ${stderr.slice(-2_000)}`);
  });
  await Promise.race([said, died]);
}

/** None of those that the system gives to anybody (from 32,768): while a process is dead, its port must stay free. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
