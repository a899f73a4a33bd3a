// The program of the thread that builds the index segment of a large document.
import { parentPort, workerData } from 'node:worker_threads';
import { buildSegment, type DocumentPassages } from './retrieval/index.ts';

const document: DocumentPassages = workerData;
parentPort?.postMessage(buildSegment(document));
