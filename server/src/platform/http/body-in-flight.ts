import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlobStoreUnavailable } from '../blobs/blobs.ts';
import { errorCode } from '../database/database.ts';
import { tooLarge, unavailable } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';

/** The most bytes of bodies that are arriving or not yet answered: in memory, and in all. */
const most = { inMemory: 128 * 1024 * 1024, inAll: 512 * 1024 * 1024 };
/** A body up to this size is collected in memory; the rest of a larger one is collected on disk. */
const smallBody = 256 * 1024;
const retryAfterSeconds = 10;

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** Checks a body while it arrives, so that its signature is known before the whole body is in memory. */
export interface BodyWatch {
  see(part: Uint8Array): void;
  /** Called when the body is complete. If false, its bytes stay on disk and an empty body is returned. */
  isWanted(): boolean;
}

interface TakeOptions {
  limit: number;
  watch?: BodyWatch | null;
}

/** A budget that all webhooks and uploads of this process share, so that no number of senders can exhaust its memory or disk. */
export function createBodyBudget(dataDir: string, bounds = most) {
  const hold = createLedger(bounds);
  const releases = new WeakMap<FastifyRequest, () => void>();
  const budget = {
    /**
     * Collects the whole body. Throws 413 over `limit`, 503 when the budget is used up or one IP address takes more than half, and
     * `BlobStoreUnavailable` when the disk is full.
     * `release` returns its bytes to the budget; call it when the request has ended in any way.
     */
    async take(
      body: AsyncIterable<Buffer>,
      { limit, from, watch = null }: TakeOptions & { from: string },
    ): Promise<{ bytes: Buffer; release: () => void }> {
      const held = hold(from);
      try {
        const bytes = await collect(body, { limit, watch, folder: join(dataDir, 'incoming'), held });
        return { bytes, release: held.release };
      } catch (error) {
        held.release();
        throw error;
      }
    },
    /** The same for a body of this request. Its bytes are returned to the budget when the request has been answered. */
    async takeOf(request: FastifyRequest, body: AsyncIterable<Buffer>, options: TakeOptions): Promise<Buffer> {
      const { bytes, release } = await budget.take(body, { ...options, from: request.ip });
      releases.set(request, release);
      return bytes;
    },
    /** Registers the hooks that release bodies. The server calls it once. */
    giveBack(app: FastifyInstance): void {
      app.addHook('onResponse', async (request) => releases.get(request)?.());
      app.addHook('onRequestAbort', async (request) => releases.get(request)?.());
    },
  };
  return budget;
}

interface Held {
  grow(bytes: number): void;
  growInMemory(bytes: number): void;
  release(): void;
}

/** Counts the bytes of each body. Throws 503 when a limit is exceeded. */
function createLedger(bounds: typeof most): (from: string) => Held {
  const shares = new Map<string, number>();
  const total = { inAll: 0, inMemory: 0 };
  return (from) => {
    const mine = { inAll: 0, inMemory: 0 };
    const move = (kind: 'inAll' | 'inMemory', bytes: number) => {
      total[kind] += bytes;
      mine[kind] += bytes;
    };
    const share = (bytes: number) => {
      const left = (shares.get(from) ?? 0) + bytes;
      if (left > 0) shares.set(from, left);
      else shares.delete(from);
    };
    return {
      grow(bytes) {
        const over = (shares.get(from) ?? 0) + bytes > bounds.inAll / 2;
        if (over || total.inAll + bytes > bounds.inAll) throw tooBusy();
        share(bytes);
        move('inAll', bytes);
      },
      growInMemory(bytes) {
        if (total.inMemory + bytes > bounds.inMemory) throw tooBusy();
        move('inMemory', bytes);
      },
      release() {
        share(-mine.inAll);
        move('inAll', -mine.inAll);
        move('inMemory', -mine.inMemory);
      },
    };
  };
}

const tooBusy = () => unavailable(sentence`The server is overloaded. Send the event again.`, retryAfterSeconds);

interface Arriving {
  limit: number;
  watch: BodyWatch | null;
  folder: string;
  held: Held;
}

async function collect(body: AsyncIterable<Buffer>, { limit, watch, folder, held }: Arriving): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  let file: FileHandle | null = null;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > limit) throw tooLarge(limit);
      held.grow(part.length);
      watch?.see(part);
      file ??= length > smallBody ? await onDisk(openNameless(folder)) : null;
      if (file) await onDisk(file.writeFile(part));
      else {
        held.growInMemory(part.length);
        parts.push(part);
      }
    }
    if (watch && !watch.isWanted()) return Buffer.alloc(0);
    if (!file) return Buffer.concat(parts);
    const kept = parts.reduce((sum, part) => sum + part.length, 0);
    held.growInMemory(length - kept);
    const bytes = Buffer.allocUnsafe(length);
    Buffer.concat(parts).copy(bytes);
    await onDisk(readInto(bytes.subarray(kept), file));
    return bytes;
  } finally {
    await file?.close();
  }
}

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new BlobStoreUnavailable(errorCode(error));
  });

/** Opens a file and unlinks it, so that it vanishes with its handle and a crash leaves nothing behind. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function readInto(bytes: Buffer, file: FileHandle): Promise<void> {
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) throw new Error('The stored body is shorter than what was written.');
    at += bytesRead;
  }
}
