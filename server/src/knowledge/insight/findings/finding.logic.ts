import type { FindingType, Severity } from '@desk/contract/findings';
import type { Sentence } from '../../../platform/words/sentence.logic.ts';

/** Where a finding is seen: a document in a version, and its own words. */
export interface FindingPlace {
  id: string;
  version: number;
  quote: string;
}

/** Something that was found. `cause` is its key: the same in every run while it is there. */
export interface NewFinding {
  cause: string;
  type: FindingType;
  severity: Severity;
  places: FindingPlace[];
  detail: Sentence;
  suggestion: Sentence;
}

/** What a document's words and their comparison with others give; the other types follow from what happens around it. */
export const typesByContent = [
  'duplicate',
  'near_duplicate',
  'contradiction',
  'thin',
  'broken_extraction',
  'mixed_language',
  'injection_suspected',
] as const satisfies readonly FindingType[];
export const typesByCircumstances = [
  'not_retrievable',
  'failed_ingestion',
  'source_missing',
  'stale',
  'expired',
  'never_cited',
  'negative_feedback',
] as const satisfies readonly FindingType[];

const longestQuote = 300;

/** Words of a document as a finding shows them: on one line, cut at a length. */
export function quoteOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1).trimEnd()}…`;
}

/** The documents and versions of a finding, whatever their order: what a dismissal holds for. */
export const versionsOf = (places: readonly FindingPlace[]): string =>
  [...new Set(places.map(({ id, version }) => `${id}@${version}`))].sort().join();
