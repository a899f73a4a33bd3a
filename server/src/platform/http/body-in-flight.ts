import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooLarge, unavailable } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';

/** Bytes of bodies that are on their way, or here and not yet answered; those in memory, and all of them. */
const most = { inMemory: 128 * 1024 * 1024, inAll: 512 * 1024 * 1024 };
/** A body up to this size waits in memory for its end; the rest of a larger one waits on disk. */
const smallBody = 256 * 1024;
const retryAfterSeconds = 10;

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** Sees a body while it arrives: what its bytes prove is known before they are in memory. */
export interface BodyWatch {
  see(part: Uint8Array): void;
  /** Asked once it is whole. What nobody wants is left on disk, and an empty body takes its place. */
  isWanted(): boolean;
}

interface Taking {
  limit: number;
  watch?: BodyWatch | null;
}

/** What webhooks and uploads of this process share, so that no number of senders takes its memory or its disk. */
export function createBodyBudget(dataDir: string, bounds = most) {
  const hold = createLedger(bounds);
  const releases = new WeakMap<FastifyRequest, () => void>();
  const budget = {
    /**
     * The whole body: 413 over `limit`, 503 while others take too much, and no address of the network gets more than half.
     * `release` gives its bytes back; call it when the request is over, however it ended.
     */
    async take(
      body: AsyncIterable<Buffer>,
      { limit, from, watch = null }: Taking & { from: string },
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
    /** The same for a body of this request, whose bytes are given back when it has been answered. */
    async takeOf(request: FastifyRequest, body: AsyncIterable<Buffer>, taking: Taking): Promise<Buffer> {
      const { bytes, release } = await budget.take(body, { ...taking, from: request.ip });
      releases.set(request, release);
      return bytes;
    },
    /** For the server, once. */
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

/** Counts what each body takes; throws 503 for what is too much. */
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
      file ??= length > smallBody ? await openNameless(folder) : null;
      if (file) await file.write(part);
      else {
        held.growInMemory(part.length);
        parts.push(part);
      }
    }
    if (watch && !watch.isWanted()) return Buffer.alloc(0);
    if (!file) return Buffer.concat(parts);
    const kept = parts.reduce((sum, part) => sum + part.length, 0);
    held.growInMemory(length - kept);
    return Buffer.concat([...parts, await readFrom(file, length - kept)]);
  } finally {
    await file?.close();
  }
}

/** A file without a name goes with its handle: nothing is left behind by a crash. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function readFrom(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, at);
    if (bytesRead === 0) throw new Error('The stored body is shorter than what was written.');
    at += bytesRead;
  }
  return bytes;
}
