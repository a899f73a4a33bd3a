import type { FindingType, Severity } from '@desk/contract/findings';
import type { Sentence } from '../../../platform/words/sentence.logic.ts';

/** A place of a finding: a document, its version, and a quote. */
export interface FindingPlace {
  id: string;
  version: number;
  quote: string;
}

/** A finding to be saved. `cause` is its key, the same in every run while the cause exists. */
export interface NewFinding {
  cause: string;
  type: FindingType;
  severity: Severity;
  places: FindingPlace[];
  /** What else a dismissal holds for, if the documents can change in it without a new serving version. */
  occasion?: string;
  detail: Sentence;
  suggestion: Sentence;
}

/** Types that follow from a document's text and its comparison with others; the other types follow from its circumstances. */
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

/** A quote as a finding shows it: on one line, with a maximum length. */
export function quoteOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1).trimEnd()}…`;
}

/** The documents and versions of a finding in a fixed order, and its occasion: a dismissal holds for exactly these. */
export const versionsOf = ({ places, occasion }: Pick<NewFinding, 'places' | 'occasion'>): string =>
  [...[...new Set(places.map(({ id, version }) => `${id}@${version}`))].sort(), ...(occasion ? [occasion] : [])].join();
