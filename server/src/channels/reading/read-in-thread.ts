import { Worker } from 'node:worker_threads';
import { readingOf, type Readings, type ReadingTask } from './reading.ts';
import { TranslationFailed } from '../inbound/translation.ts';

/** Up to this size, parsing takes some 10 ms at worst, which nobody notices; a separate thread costs more. */
const fewBytes = 16 * 1024;
const deadlineMilliseconds = 20_000;
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
/** A mail that waits to be acknowledged waits for the verdict on its sender; without one it is kept all the same. */
const authenticityMilliseconds = { turn: 5_000, deadline: 10_000 };
/** A machine with two cores still answers requests while two threads parse. */
const mostThreads = 2;

/**
 * Parses input from strangers; large input in a thread with a deadline and bounded memory, so that it blocks nobody.
 * Throws `TranslationFailed` if it takes more time or memory, so that people see that something unreadable arrived.
 */
export async function readInThread<K extends ReadingTask['kind']>(
  task: Extract<ReadingTask, { kind: K }>,
): Promise<Readings[K]>;
export async function readInThread(task: ReadingTask): Promise<Readings[ReadingTask['kind']]> {
  // The caller asks for a check of authenticity only if it may take long, and size does not tell that.
  if (task.raw.byteLength <= fewBytes && task.kind !== 'authenticity') return readingOf(task);
  await waitForTurn(task);
  try {
    return await runInThread(task);
  } finally {
    endTurn();
  }
}

let running = 0;
const waiting: (() => void)[] = [];

async function waitForTurn({ kind }: ReadingTask): Promise<void> {
  if (running < mostThreads) {
    running += 1;
    return undefined;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (kind !== 'authenticity') return promise;
  const timer = setTimeout(() => {
    const at = waiting.indexOf(resolve);
    if (at >= 0) waiting.splice(at, 1);
    reject(new TranslationFailed('transient', 'no_turn_to_read'));
  }, authenticityMilliseconds.turn);
  return promise.finally(() => clearTimeout(timer));
}

// The next one inherits the place: if it became free first, another caller could take it before the next one wakes up.
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

function runInThread(task: ReadingTask): Promise<Readings[ReadingTask['kind']]> {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: memory,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Readings[ReadingTask['kind']]>();
  const most = task.kind === 'authenticity' ? authenticityMilliseconds.deadline : deadlineMilliseconds;
  const timer = setTimeout(() => reject(new TranslationFailed('permanent', 'reading_took_too_long')), most);
  thread.once('message', resolve);
  thread.once('error', () => reject(new TranslationFailed('permanent', 'unreadable')));
  thread.once('exit', () => reject(new TranslationFailed('permanent', 'unreadable')));
  return promise.finally(() => {
    clearTimeout(timer);
    void thread.terminate();
  });
}
