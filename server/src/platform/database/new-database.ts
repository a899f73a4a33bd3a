import { fork } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./new-database-program.ts', import.meta.url));

/**
 * Creates an embedded database with every migration, if there is none yet. A child process does it, because the work takes three
 * times the memory of a database in use, and this process would never free it. An unfinished database never lies at `location`.
 * An existing folder, such as a mounted one, is left to the engine itself. The caller holds the lock of the parent directory.
 */
export async function makeNewDatabase(location: string): Promise<void> {
  if (existsSync(location)) return;
  const [parent, name] = [dirname(location), basename(location)];
  if (existsSync(parent)) {
    const begun = readdirSync(parent).filter((each) => each.startsWith(`${name}.new-`));
    for (const each of begun) rmSync(join(parent, each), { recursive: true, force: true });
  }
  const draft = `${location}.new-${process.pid}`;
  await inChild(draft);
  renameSync(draft, location);
}

async function inChild(draft: string): Promise<void> {
  const child = fork(program, [draft], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2_000)));
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve(exit ?? signal));
  });
  if (code !== 0) throw new Error(`The database could not be made (${code}). ${output}`.trim());
}
