import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '../../../platform/process/log.ts';

export const root = fileURLToPath(new URL('../../../../../', import.meta.url));
export const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The command line that runs `file` inside all fences that work on this machine. */
export const sandboxedCommand = async (log: Log, file: string): Promise<string[]> => [
  ...(await fencesHere(log)),
  process.execPath,
  ...nodeOptions(),
  file,
];

// Only the program and its packages: no configuration and no data.
const packages = ['node_modules', 'server/node_modules'];
const readable = [
  ...packages.map((folder) => `${folder}/*`),
  'server/src/knowledge/*',
  'server/src/platform/text/*',
  'server/package.json',
  'package.json',
];

const nodeOptions = () => [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${root}${path}`),
  ...linkedPackages(root).map((folder) => `--allow-fs-read=${folder}/*`),
  '--max-old-space-size=1024',
  '--no-warnings',
];

/** Returns the folders behind `node_modules` that are links, as where releases share their packages: node reads from there. */
export const linkedPackages = (top: string): string[] =>
  packages
    .map((folder) => join(top, folder))
    .filter((folder) => existsSync(folder) && realpathSync(folder) !== folder)
    .map((folder) => realpathSync(folder));

const fences = [
  {
    command: ['unshare', '-rn'],
    warning:
      'DOCUMENT PARSERS CAN REACH THE NETWORK: `unshare -rn` does not work here. Allow user namespaces, or do not ' +
      'accept documents from people you do not trust.',
  },
  {
    command: ['prlimit', '--as=2147483648', '--cpu=30', '--nofile=64', '--fsize=67108864', '--core=0'],
    warning:
      'DOCUMENT PARSERS RUN WITHOUT LIMITS ON MEMORY AND CPU: `prlimit` does not work here. Install util-linux, or do ' +
      'not accept documents from people you do not trust.',
  },
];

let found: Promise<string[]> | null = null;

// Probe the fences once, so that each warning is logged once.
function fencesHere(log: Log): Promise<string[]> {
  found ??= workingFences(log, runs);
  return found;
}

/** Returns the command prefix of all fences that work, each inside those before it. Logs a warning for each other fence. */
export async function workingFences(
  log: Pick<Log, 'warn'>,
  works: (command: string[]) => Promise<boolean>,
): Promise<string[]> {
  const working: string[] = [];
  for (const { command, warning } of fences) {
    if (await works([...working, ...command])) working.push(...command);
    else log.warn(warning);
  }
  return working;
}

const runs = ([command = '', ...rest]: string[]) =>
  promisify(execFile)(command, [...rest, 'true'], { env: { PATH: searchPath }, timeout: 5_000 }).then(
    () => true,
    () => false,
  );
