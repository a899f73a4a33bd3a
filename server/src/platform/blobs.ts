import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from './ids.ts';

/** Bytes too large for rows: uploaded sources. Keys are ours (organization/document/version), never a user's file name. */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
}

export function fileBlobs(directory: string): Blobs {
  const pathOf = (key: string) => {
    if (!/^[0-9a-z/-]+$/i.test(key)) throw new Error('A blob key holds letters, digits, dashes and slashes.');
    return join(directory, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Written beside and renamed: a crash leaves the old bytes or the new ones, never half a file.
      const partial = `${path}.${newId()}`;
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, path);
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
