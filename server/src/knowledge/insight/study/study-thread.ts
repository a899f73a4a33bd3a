// The program of the thread that examines large documents, one after the other.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { comparedWith, studyOf, type Task } from './study.ts';

// On Linux this sets the priority of this thread alone; elsewhere it would set that of the whole process.
if (process.platform === 'linux') setPriority(5);

// A failure ends the thread, and the caller gets the error.
parentPort?.on('message', (task: Task) => void examine(task));

async function examine(task: Task): Promise<void> {
  parentPort?.postMessage(
    task.kind === 'study' ? await studyOf(task.subject) : comparedWith(task.subject, task.similar),
  );
}
