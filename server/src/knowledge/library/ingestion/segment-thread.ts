// The entry point of the thread that builds the index segment of a large document.
import { parentPort } from 'node:worker_threads';
import type { DocumentPassages } from '../passages/passage.logic.ts';
import { partOf } from '../passages/segment-part.ts';

parentPort?.on('message', (document: DocumentPassages) => parentPort?.postMessage(partOf(document)));
