import type { Block, Span } from './blocks.logic.ts';
import type { Term } from './term.logic.ts';
import { type Stem, stemsOf } from './tokens.logic.ts';

/** A related word counts for less than the customer's own: it may mean something else here. */
export const relatedTrust = 0.8;

export interface BestUnit {
  span: Span;
  /** Stems of the unit, in reading order. */
  stems: string[];
  /** Idf-weighted overlap with the question, in the units of the terms' weights. */
  overlap: number;
}

/** The sentence, item or row with the largest idf-weighted overlap; the earlier of two equal ones; headings last. */
export function bestUnit(
  text: string,
  blocks: readonly Block[],
  by: { terms: readonly Term[]; stem: Stem },
): BestUnit | null {
  let best: BestUnit | null = null;
  for (const block of [...blocks].sort((left, right) => headingsLast(left) - headingsLast(right))) {
    for (const span of block.units) {
      const stems = stemsOf(text.slice(span.start, span.end), by.stem);
      const overlap = overlapOf(new Set(stems), by.terms);
      if (best === null || overlap > best.overlap) best = { span, stems, overlap };
    }
  }
  return best;
}

/** What the terms the customer wants weigh together: those among `stems`, or all of them. */
export function overlapOf(stems: ReadonlySet<string> | null, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) sum += term.wanted * term.worth * (stems === null ? 1 : heldBy(stems, term));
  return sum;
}

/** How much of a term is among the stems: all of it, or what a word in its place is worth. */
export function heldBy(stems: ReadonlySet<string>, term: Term): number {
  if (stems.has(term.stem)) return 1;
  for (const stem of term.related.keys()) if (stems.has(stem)) return relatedTrust;
  return 0;
}

function headingsLast(block: Block): number {
  return block.kind === 'heading' ? 1 : 0;
}
