import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { partOf, type SegmentPart } from '../passages/segment-part.ts';
import type { DocumentPassages } from '../passages/passage.logic.ts';

/** Above this, customers waiting for an answer would feel the work: a thread does it. */
const fewPassages = 60;
/** Passages of a part: what is built, written and read at once. */
const partSize = 200;

/** The index segment of one document version, part by part. Throws when the thread dies, which is then the ingestion's failure. */
export async function* segmentOf(document: DocumentPassages): AsyncGenerator<SegmentPart> {
  const { passages } = document;
  if (passages.length <= fewPassages) return yield partOf(document);
  const thread = new Worker(new URL('./segment-thread.ts', import.meta.url), { env: {} });
  const ended = once(thread, 'exit').then(() => {
    throw new Error('The thread that builds index segments ended early.');
  });
  ended.catch(() => {});
  try {
    for (let at = 0; at < passages.length; at += partSize) {
      thread.postMessage({ ...document, passages: passages.slice(at, at + partSize) });
      const [part]: [SegmentPart] = await Promise.race([once(thread, 'message') as Promise<[SegmentPart]>, ended]);
      yield part;
    }
  } finally {
    await thread.terminate();
  }
}
