import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { repository } from '../architecture/tree.ts';
import type { Stage } from '../story/stage.ts';

export interface Call {
  args: string[];
  environment: Record<string, string>;
  input: string;
}

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the tool as an operator does: `bin/frontdesk`, in a process of its own. */
export async function spawnFrontdesk({ args, environment, input, cwd = '/' }: Call & { cwd?: string }): Promise<Ran> {
  const child = spawn(join(repository, 'bin/frontdesk'), args, {
    env: withPath(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Do not run in the repository: the tool must find its own folder.
    cwd,
  });
  child.stdin.on('error', () => {}).end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}

/** The same in a long-lived process (host.ts), which saves loading the product for every call. Calls are serialized. */
export function frontdesk(args: string[], environment: Record<string, string>, input = ''): Promise<Ran> {
  const ran = turn.then(() => call({ args, environment: withPath(environment), input }));
  turn = ran.catch(() => undefined);
  return ran;
}

/** Calls the tool with the database, the folder and the key of a stage's desk, which keeps running. */
export const besideDesk = ({ server }: Stage, args: string[], more: Record<string, string> = {}): Promise<Ran> =>
  frontdesk(args, {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.desk.config.DATA_DIR,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...more,
  });

let turn: Promise<unknown> = Promise.resolve();
let host: Promise<Host> | undefined;

interface Host {
  child: ChildProcess;
  died: Promise<never>;
}

async function call(what: Call): Promise<Ran> {
  const { child, died } = await (host ??= startHost());
  child.ref();
  child.channel?.ref();
  child.send(what);
  const [ran] = (await Promise.race([once(child, 'message'), died])) as [Ran];
  // Between calls the child must not keep the test process alive.
  child.unref();
  child.channel?.unref();
  return ran;
}

const withPath = (environment: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', ...environment });

async function startHost(): Promise<Host> {
  const child = fork(fileURLToPath(new URL('host.ts', import.meta.url)), { cwd: '/', env: withPath({}) });
  process.once('exit', () => child.kill());
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process of the operator's tool ended: ${code ?? signal}`);
  });
  died.catch(() => undefined);
  await Promise.race([once(child, 'message'), died]);
  return { child, died };
}
