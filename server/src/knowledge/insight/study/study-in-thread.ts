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

function inThread(task: Task): Promise<Studies[Task['kind']]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./study-thread.ts', import.meta.url), { workerData: task, env: {} });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that examines documents ended early.')));
  });
}
