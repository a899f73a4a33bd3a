// The entry point of the thread that builds the index segment of a large document.
import { parentPort } from 'node:worker_threads';
import type { DocumentPassages } from '../passages/passage.logic.ts';
import { buildSegment } from '../passages/build-segment.ts';

parentPort?.on('message', (document: DocumentPassages) =>
  parentPort?.postMessage(JSON.stringify(buildSegment(document))),
);
