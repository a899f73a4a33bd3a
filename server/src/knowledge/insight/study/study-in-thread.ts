import { Worker } from 'node:worker_threads';
import { comparedWith, studyOf, type Studies, type Task } from './study.ts';

/** Above this many characters customers waiting for an answer would feel the work: a thread does it. */
const fewCharacters = 40_000;

/** Examines a document, where nobody has to wait for it. Throws when the thread dies. */
export async function studyDocument<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Studies[K]>;
export async function studyDocument(task: Task): Promise<Studies[Task['kind']]> {
  if (sizeOf(task) > fewCharacters) return inThread(task);
  return task.kind === 'study' ? studyOf(task.subject) : comparedWith(task.subject, task.similar);
}

const sizeOf = (task: Task) =>
  [...task.subject.chunks, ...(task.kind === 'compare' ? task.similar : [])].reduce(
    (sum, { text }) => sum + text.length,
    0,
  );

/** Starting a thread loads what it needs, which costs more than most documents: one stays for the next, until none comes. */
const idleMs = 60_000;
let standing: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One document at a time: a second thread would only take its share from those who wait for an answer. */
function inThread(task: Task): Promise<Studies[Task['kind']]> {
  const studied = last.then(() => hand(task));
  last = studied.catch(() => {});
  return studied;
}

async function hand(task: Task): Promise<Studies[Task['kind']]> {
  clearTimeout(idle);
  const thread = (standing ??= startThread());
  const { promise, resolve, reject } = Promise.withResolvers<Studies[Task['kind']]>();
  const ended = () => reject(new Error('The thread that examines documents ended early.'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  thread.ref();
  thread.postMessage(task);
  try {
    return await promise;
  } finally {
    thread.off('message', resolve).off('error', reject).off('exit', ended);
    // A process that has nothing else to do may end.
    thread.unref();
    idle = setTimeout(() => end(thread), idleMs).unref();
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL('./study-thread.ts', import.meta.url), { env: {} });
  // Who waits for it hears of both as well; without a listener an error would end the process.
  thread.on('error', () => end(thread));
  thread.on('exit', () => end(thread));
  return thread;
}

function end(thread: Worker): void {
  // First of all: what comes while it ends goes to a new one.
  if (standing === thread) standing = null;
  void thread.terminate();
}
