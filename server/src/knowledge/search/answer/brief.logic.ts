import type { MarkdownBlock, Span } from '../text/blocks.logic.ts';
import { matchInStems } from '../question/overlap.logic.ts';
import type { Term } from '../question/term.logic.ts';
import type { BestUnit } from './best-unit.logic.ts';

/** In nats: a word that is common everywhere asks for nothing by itself. */
const leastWorth = 2;
/** The share of the message's own words that the unit has to contain. */
const leastShare = 0.6;

/**
 * The best unit as an answer of its own, for a customer who has read the rest: a sentence, an item, or a row below the head of its table.
 * Null if it lacks a word that matters of this message; those of earlier messages do not count, because their answer was given.
 */
export function briefOf(
  text: string,
  blocks: readonly MarkdownBlock[],
  { span, stems, leads }: BestUnit,
  terms: readonly Term[],
): string | null {
  const held = new Set(stems);
  const own = terms.map((term) => ({ worth: term.asked * term.worth, held: matchInStems(held, term) }));
  const sum = (of: (each: { worth: number; held: number }) => number) =>
    own.reduce((total, each) => total + of(each), 0);
  const most = Math.max(0, ...own.map(({ worth }) => worth));
  const lacksMost = own.some(({ worth, held: has }) => worth === most && has === 0);
  if (leads || most < leastWorth || lacksMost) return null;
  if (sum(({ worth, held: has }) => worth * has) < leastShare * sum(({ worth }) => worth)) return null;
  const table = blocks.find(({ kind, start, end }) => kind === 'table' && start <= span.start && span.end <= end);
  // A row says nothing without the head of its table and the line below that.
  const head = table?.units.slice(0, 2) ?? [];
  return [...head, span].map((each) => textOf(text, each)).join('\n');
}

const textOf = (text: string, { start, end }: Span) => text.slice(start, end);
