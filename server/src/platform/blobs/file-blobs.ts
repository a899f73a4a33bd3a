import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../database/database.ts';
import { newId } from '../process/ids.ts';
import { blobKinds, BlobStoreUnavailable, checkedKey, isKey, type Blobs } from './blobs.ts';

/** Stores blobs in a folder of this machine. */
export function fileBlobs(directory: string): Blobs {
  const pathOf = (key: string) => join(directory, checkedKey(key));
  const stream = async (key: string) => (await orNull(open(pathOf(key))))?.createReadStream() ?? null;
  return {
    put: (key, bytes) => orUnavailable(keep(pathOf(key), bytes)),
    get: (key) => orNull(readFile(pathOf(key))),
    stream,
    putStream: (key, source) => writeStream(pathOf(key), source),
    streamLarge: stream,
    remove: (key) => orUnavailable(rm(pathOf(key), { force: true })),
    list: (prefix) => keysBelow(directory, checkedKey(prefix)),
    removeAll: (prefix) => orUnavailable(rm(pathOf(prefix), { recursive: true, force: true }).then(() => true)),
    removeRemains: (before) => orUnavailable(removeRemains(directory, before)),
    close: () => Promise.resolve(),
  };
}

/** Flushes the bytes to disk before they get their name, and then the name. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await write(path, (partial) => writeFile(partial, bytes, { mode: 0o600, flush: true }));
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// Write a temporary file and rename it: a crash leaves the old bytes or the new ones, never half a file.
async function write<T>(path: string, fill: (partial: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${newId()}`;
  try {
    const filled = await fill(partial);
    await rename(partial, path);
    return filled;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Throws an error of the source unchanged; any other one means that the store is unavailable. */
async function writeStream(path: string, source: Readable): Promise<number> {
  let broken: unknown;
  source.once('error', (error) => (broken = error));
  const filled = write(path, async (partial) => {
    const file = createWriteStream(partial, { mode: 0o600 });
    await pipeline(source, file);
    return file.bytesWritten;
  });
  return filled.catch((error: unknown) => {
    throw error === broken ? error : new BlobStoreUnavailable(errorCode(error));
  });
}

async function* keysBelow(directory: string, key: string): AsyncGenerator<string> {
  for await (const below of filesBelow(directory, key)) if (isKey(below)) yield below;
}

// Reads each folder entry by entry: a large one does not fit into memory.
async function* filesBelow(directory: string, key: string): AsyncGenerator<string> {
  const folder = await orNull(opendir(join(directory, key)));
  for await (const entry of folder ?? []) {
    const below = `${key}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(directory, below);
    else yield below;
  }
}

async function removeRemains(directory: string, before: Date): Promise<void> {
  for (const kind of blobKinds)
    for await (const name of filesBelow(directory, kind)) {
      const file = join(directory, name);
      if (isPartial(name) && ((await orNull(stat(file)))?.mtime ?? before) < before) await rm(file, { force: true });
    }
}

const isPartial = (name: string) => /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

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
