import { Worker } from 'node:worker_threads';
import { buildSegment, type DocumentPassages, type Segment } from './retrieval/index.ts';

/** Above this the work would be felt by whoever waits for an answer meanwhile: a thread does it. */
const fewPassages = 60;

/** The index segment of one document version. Throws when the thread dies, which is then the ingestion's failure. */
export async function segmentOf(document: DocumentPassages): Promise<Segment> {
  return document.passages.length <= fewPassages ? buildSegment(document) : buildInThread(document);
}

function buildInThread(document: DocumentPassages): Promise<Segment> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./segment-thread.ts', import.meta.url), { workerData: document, env: {} });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that builds index segments ended early.')));
  });
}
