import { stemFor } from '../../../platform/text/stem.ts';
import type { DocumentPassages } from './passage.logic.ts';
import { segmentOf, type Segment } from './segment.logic.ts';

/** Builds the index segment of one document version. It is stored, so that loading it replaces building it again. */
export function buildSegment(document: DocumentPassages): Segment {
  return segmentOf(document, stemFor(document.language));
}
