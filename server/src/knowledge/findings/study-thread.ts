// The program of the thread that examines large documents.
import { parentPort, workerData } from 'node:worker_threads';
import { opposed, studyOf, type Task } from './study.ts';

const task: Task = workerData;
parentPort?.postMessage(task.kind === 'study' ? await studyOf(task.subject) : opposed(task.subject, task.rivals));
