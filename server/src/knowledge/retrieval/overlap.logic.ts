import type { Block, Span } from './blocks.logic.ts';
import type { Term } from './question.logic.ts';
import { type Stem, tokensOf } from './tokens.logic.ts';

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
      const stems = tokensOf(text.slice(span.start, span.end), by.stem).map((token) => token.stem);
      const overlap = overlapOf(new Set(stems), by.terms);
      if (best === null || overlap > best.overlap) best = { span, stems, overlap };
    }
  }
  return best;
}

/** What the terms the customer wants weigh together: those among `stems`, or all of them. */
export function overlapOf(stems: ReadonlySet<string> | null, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) if (stems === null || stems.has(term.stem)) sum += term.wanted * term.worth;
  return sum;
}

function headingsLast(block: Block): number {
  return block.kind === 'heading' ? 1 : 0;
}
