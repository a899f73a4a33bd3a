import { Worker } from 'node:worker_threads';
import { comparedWith, studyOf, type Studies, type Task } from './study.ts';

/** Larger documents are examined in a thread, because the work would delay customers' answers. */
const fewCharacters = 40_000;

/** Examines a document, in a thread if it is large. Throws if the thread dies. */
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

/** The idle time after which the thread ends. Starting one loads its modules, which costs more than most documents. */
const idleMilliseconds = 60_000;
let running: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One document at a time: a second thread would only take time from customers' answers. */
function inThread(task: Task): Promise<Studies[Task['kind']]> {
  const studied = last.then(() => runInThread(task));
  last = studied.catch(() => {});
  return studied;
}

async function runInThread(task: Task): Promise<Studies[Task['kind']]> {
  clearTimeout(idle);
  const thread = (running ??= startThread());
  const { promise, resolve, reject } = Promise.withResolvers<Studies[Task['kind']]>();
  const ended = () => reject(new Error('The thread that examines documents ended early.'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  thread.ref();
  thread.postMessage(task);
  try {
    return await promise;
  } finally {
    thread.off('message', resolve).off('error', reject).off('exit', ended);
    // The thread must not keep an otherwise idle process alive.
    thread.unref();
    idle = setTimeout(() => end(thread), idleMilliseconds).unref();
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL('./study-thread.ts', import.meta.url), { env: {} });
  // The caller gets both events too. Without a listener of its own, an error would end the process.
  thread.on('error', () => end(thread));
  thread.on('exit', () => end(thread));
  return thread;
}

function end(thread: Worker): void {
  // Clear it first: a task that arrives while the thread ends goes to a new one.
  if (running === thread) running = null;
  void thread.terminate();
}
