import type { DocumentErrorCode } from '@desk/contract/documents';

/** Why a document cannot be read. Trying again would not help; `document-errors.logic.ts` has the words for people. */
export type ParseFailure = Extract<
  DocumentErrorCode,
  'unsupported_type' | 'too_large' | 'encrypted' | 'empty_text' | 'corrupt' | 'timeout'
>;

export const parseFailures: readonly ParseFailure[] = [
  'unsupported_type',
  'too_large',
  'encrypted',
  'empty_text',
  'corrupt',
  'timeout',
];

/** Thrown inside the parsers, and turned into an answer at their edge. */
export class Unreadable extends Error {
  readonly failure: ParseFailure;
  constructor(failure: ParseFailure) {
    super(failure);
    this.failure = failure;
  }
}
