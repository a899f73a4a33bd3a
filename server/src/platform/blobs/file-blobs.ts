import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../process/ids.ts';
import { BlobStoreUnavailable, checkedKey, type Blobs } from './blobs.ts';

/** Stores blobs in a folder of this machine. */
export function fileBlobs(directory: string): Blobs {
  const pathOf = (key: string) => join(directory, checkedKey(key));
  return {
    put: (key, bytes) => orUnavailable(write(pathOf(key), bytes)),
    get: (key) => orNull(readFile(pathOf(key))),
    stream: async (key) => (await orNull(open(pathOf(key))))?.createReadStream() ?? null,
    remove: (key) => orUnavailable(rm(pathOf(key), { force: true })),
    close: () => Promise.resolve(),
  };
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Write a temporary file and rename it: a crash leaves the old bytes or the new ones, never half a file.
  const partial = `${path}.${newId()}`;
  try {
    await writeFile(partial, bytes, { mode: 0o600 });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw new BlobStoreUnavailable(error.code ?? 'unknown');
  });

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  orUnavailable<T | null>(
    work.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
