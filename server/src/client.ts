import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuiltClient } from './platform/server/client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the web client of this checkout. A child process builds it, while the database opens, if it is missing or older than
 * its sources. An image contains the built client without the tools. Returns null if there is no client at all.
 */
export function openClient(): BuiltClient | null {
  const folder = `${root}/web/dist`;
  if (existsSync(`${root}/web/build.ts`)) return { folder, built: build() };
  return existsSync(`${folder}/index.html`) ? { folder, built: Promise.resolve() } : null;
}

function build(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const builder = spawn(process.execPath, [`${root}/web/build.ts`], { stdio: ['ignore', 'inherit', 'inherit'] });
  builder.once('error', reject);
  builder.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build ended with ${code}.`))));
  // A request for a page reports the failure; until then it must not count as an unhandled rejection.
  promise.catch(() => undefined);
  return promise;
}
