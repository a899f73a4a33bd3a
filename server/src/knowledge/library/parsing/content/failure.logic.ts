import type { DocumentErrorCode } from '@desk/contract/documents';

/** Why a document cannot be read. A retry would not help. `document-errors.logic.ts` has the messages for people. */
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

/** Thrown inside the parsers. Their callers convert it to an answer. */
export class Unreadable extends Error {
  readonly failure: ParseFailure;
  constructor(failure: ParseFailure) {
    super(failure);
    this.failure = failure;
  }
}
