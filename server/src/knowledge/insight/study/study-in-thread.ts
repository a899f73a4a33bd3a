import { standingThread } from '../../../platform/process/standing-thread.ts';
import { comparedWith, studyOf, type Studies, type Task } from './study.ts';

/** Larger documents are examined in a thread of low priority, because the work would delay customers' answers. */
const fewCharacters = 2_000;

const inThread = standingThread<Task, Studies[Task['kind']]>(new URL('./study-thread.ts', import.meta.url));

/** Examines a document, in a thread unless it is small. Throws if the thread dies. */
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
