import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repository } from '../architecture/tree.ts';

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** The tool as an operator starts it: `bin/frontdesk`, in a process of its own. */
export async function frontdesk(args: string[], environment: Record<string, string>, input = ''): Promise<Ran> {
  const child = spawn(join(repository, 'bin/frontdesk'), args, {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Not the repository: the tool finds its own folder.
    cwd: '/',
  });
  child.stdin.on('error', () => {}).end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}
