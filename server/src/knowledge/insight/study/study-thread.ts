// The program of the thread that examines large documents.
import { parentPort, workerData } from 'node:worker_threads';
import { comparedWith, studyOf, type Task } from './study.ts';

const task: Task = workerData;
parentPort?.postMessage(task.kind === 'study' ? await studyOf(task.subject) : comparedWith(task.subject, task.similar));
