import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** From now on what this process writes is for its own user only. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/**
 * Shuts the data directory to every other user of the machine; it holds keys, documents and, embedded, the database. True
 * when it is shut: a directory of somebody else's cannot be, which `frontdesk doctor` tells.
 */
export function shutDataDir(directory: string): boolean {
  mkdirSync(directory, { recursive: true });
  try {
    chmodSync(directory, 0o700);
  } catch {
    // Judged by what it is.
  }
  return isShut(directory);
}

/** Can nobody but its owner (and root) read or write it? */
export const isShut = (directory: string): boolean => (statSync(directory).mode & 0o077) === 0;
