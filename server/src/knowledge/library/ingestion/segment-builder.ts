import { standingThread } from '../../../platform/process/standing-thread.ts';
import { buildSegment } from '../passages/build-segment.ts';
import type { DocumentPassages } from '../passages/passage.logic.ts';

/** With more passages, use a thread: the work would delay answers to customers. */
const fewPassages = 60;
/** Passages in a part; a part is built, written and read as a whole. */
const partSize = 200;

/** A part of a segment: JSON as a string, which passes cheaply between threads and into the database. */
interface SegmentPart {
  body: string;
  /** The number of passages. */
  size: number;
}

const inThread = standingThread<DocumentPassages, string>(new URL('./segment-thread.ts', import.meta.url));

/** Builds the index segment of one document version, part by part. Throws if the thread dies, so that the ingestion fails. */
export async function* segmentOf(document: DocumentPassages): AsyncGenerator<SegmentPart> {
  const { passages } = document;
  if (passages.length <= fewPassages) {
    yield { body: JSON.stringify(buildSegment(document)), size: passages.length };
    return;
  }
  for (let at = 0; at < passages.length; at += partSize) {
    const some = passages.slice(at, at + partSize);
    yield { body: await inThread({ ...document, passages: some }), size: some.length };
  }
}
