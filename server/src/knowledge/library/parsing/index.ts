/** Parsing turns a document's bytes into passages. A sandboxed child process reads every format that could be dangerous. */
export { detectType, type DetectedType } from './detect.ts';
export type { ParseFailure } from './content/failure.logic.ts';
export { formatOf, mediaTypes } from './media-types.logic.ts';
export type { ParseOutcome } from './parse.ts';
export { readDocument } from './read-document.ts';
export type { Format } from './content/shapes.logic.ts';
