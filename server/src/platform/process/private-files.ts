import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Makes all files that this process creates from now on private to its user. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/**
 * Closes the data directory to all other users of the machine: it contains keys, documents and the embedded database. Returns
 * whether it is closed: a directory of another owner cannot be, and `frontdesk doctor` reports that.
 */
export function shutDataDir(directory: string): boolean {
  mkdirSync(directory, { recursive: true });
  try {
    chmodSync(directory, 0o700);
  } catch {
    // `isShut` checks the result.
  }
  return isShut(directory);
}

/** Whether only its owner (and root) can read or write it. */
export const isShut = (directory: string): boolean => (statSync(directory).mode & 0o077) === 0;
