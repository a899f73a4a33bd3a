// The program of the thread that reads long messages.
import { parentPort, workerData } from 'node:worker_threads';
import { readingOf, type ReadingTask } from './reading.ts';

const task: ReadingTask = workerData;
parentPort?.postMessage(await readingOf(task));
