import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '../../platform/log.ts';
import { readAnswer } from './answer.ts';
import type { ChildAnswer } from './child.ts';
import type { ParseOrder } from './parse.ts';

const program = fileURLToPath(new URL('./child.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));

const wallClock = 60_000;
const mostOutput = 64 * 1024 * 1024;
const limits = ['prlimit', '--as=2147483648', '--cpu=30', '--nofile=64', '--fsize=67108864'];
const withoutNetwork = ['unshare', '-rn'];

/**
 * Parses one document in a process of its own (reliability.md §4.11): no network, bounded memory, CPU, files and output,
 * read access to the program and its packages only, an empty environment, 60 s. Never throws for what a document does.
 */
export async function parseInSandbox(log: Log, order: ParseOrder, bytes: Buffer): Promise<ChildAnswer> {
  const [command = '', ...rest] = await sandboxedCommand(log, program);
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: searchPath, LANG: 'C.UTF-8' },
    cwd: root,
  });
  const ended = collect(child);
  // A child that dies early closes its end; the exit tells more than the broken pipe does.
  child.stdin?.on('error', () => {});
  child.stdin?.write(`${JSON.stringify(order)}\n`);
  child.stdin?.end(bytes);
  return verdict(await ended);
}

/** The command line that runs one of our programs inside all the fences that this machine has. */
export const sandboxedCommand = async (log: Log, file: string): Promise<string[]> => [
  ...(await wrapper(log)),
  process.execPath,
  ...nodeOptions(),
  file,
];

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const nodeOptions = () => [
  '--permission',
  ...['node_modules/*', 'server/node_modules/*', 'server/src/knowledge/*', 'server/package.json', 'package.json'].map(
    (path) => `--allow-fs-read=${root}${path}`,
  ),
  '--max-old-space-size=1024',
  '--no-warnings',
];

interface Ended {
  output: Buffer;
  code: number | null;
  signal: string | null;
  cut: 'time' | 'output' | null;
}

function collect(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
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
      else parts.push(part);
    });
    const finish = (code: number | null, signal: string | null) => {
      clearTimeout(timer);
      resolve({ output: Buffer.concat(parts), code, signal, cut });
    };
    child.on('error', () => finish(1, null));
    child.on('close', finish);
  });
}

function verdict({ output, code, signal, cut }: Ended): ChildAnswer {
  if (cut === 'time' || signal === 'SIGXCPU' || signal === 'SIGKILL')
    return { ok: false, failure: cut === 'output' ? 'too_large' : 'timeout' };
  // Out of memory ends node by a signal or with the code a shell would make of it.
  if (signal !== null || (code !== null && code > 128)) return { ok: false, failure: 'too_large' };
  return (code === 0 && readAnswer(output)) || { ok: false, failure: 'corrupt' };
}

let chosen: Promise<string[]> | null = null;

/** What runs before node: looked for once, with a loud warning for every fence that this machine does not have. */
function wrapper(log: Log): Promise<string[]> {
  chosen ??= choose(log);
  return chosen;
}

async function choose(log: Log): Promise<string[]> {
  if (await works([...withoutNetwork, ...limits])) return [...withoutNetwork, ...limits];
  if (await works(limits)) {
    log.warn(
      'DOCUMENT PARSERS CAN REACH THE NETWORK: `unshare -rn` does not work here. Allow user namespaces, or do not accept documents from people you do not trust.',
    );
    return limits;
  }
  log.warn(
    'DOCUMENT PARSERS RUN WITHOUT LIMITS ON NETWORK AND MEMORY: neither `unshare -rn` nor `prlimit` works here. Do not accept documents from people you do not trust.',
  );
  return [];
}

const works = ([command = '', ...rest]: string[]) =>
  promisify(execFile)(command, [...rest, 'true'], { env: { PATH: searchPath }, timeout: 5_000 }).then(
    () => true,
    () => false,
  );
