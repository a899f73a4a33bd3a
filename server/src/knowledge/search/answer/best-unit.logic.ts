import { type FigurePattern, statesFigure } from '../question/asked-figure.logic.ts';
import type { MarkdownBlock, Span } from '../text/blocks.logic.ts';
import { overlapOf } from '../question/overlap.logic.ts';
import type { Term } from '../question/term.logic.ts';
import { type Stem, stemsOf } from '../../../platform/text/tokens.logic.ts';

export interface BestUnit {
  span: Span;
  /** Stems of the unit, and of the question or heading before it, in reading order. */
  stems: string[];
  /** Idf-weighted overlap with the question, in the units of the terms' weights. */
  overlap: number;
  /** It introduces what follows and is no answer by itself. */
  leads: boolean;
}

export interface AskedBy {
  terms: readonly Term[];
  stem: Stem;
  /** The kind of figure that the question asks for, if any. */
  figure?: FigurePattern | null;
}

/** The weight of a word that only the heading, the table's head or the preceding question contains. */
const contextTrust = 0.8;
/** The share of its overlap that a unit keeps if it only introduces an answer. */
const leadTrust = 0.5;
/** The factor for a unit that contains the kind of figure that the question asks for. */
const figureGain = 1.25;

/**
 * The sentence, item or row that answers best: the one with the largest idf-weighted overlap with the question. Its own
 * words count more than those of its context. Of two equal units the earlier one wins. A unit that only introduces an
 * answer (a heading, the head of a table, a question) ranks low.
 */
export function bestUnit(text: string, blocks: readonly MarkdownBlock[], by: AskedBy): BestUnit | null {
  let best: BestUnit | null = null;
  for (const unit of unitsOf(text, blocks)) {
    const stems = stemsOf(textOf(text, unit.span), by.stem);
    const context = stemsOf(unit.context, by.stem);
    const overlap = worthOf(stems, context, by) * gainOf(unit, text, by);
    if (best === null || overlap > best.overlap)
      best = { span: unit.span, stems: [...context, ...stems], overlap, leads: unit.leads };
  }
  return best;
}

// The separator line of a table has no words of its own and must not score by the words of the head.
function worthOf(own: readonly string[], context: readonly string[], { terms }: AskedBy): number {
  if (own.length === 0) return 0;
  const alone = overlapOf(new Set(own), terms);
  const within = overlapOf(new Set([...own, ...context]), terms);
  return alone + contextTrust * (within - alone);
}

const gainOf = ({ span, leads }: Unit, text: string, { figure }: AskedBy) =>
  (figure && statesFigure(figure, textOf(text, span)) ? figureGain : 1) * (leads ? leadTrust : 1);

const textOf = (text: string, { start, end }: Span) => text.slice(start, end);

interface Unit extends Pick<BestUnit, 'span' | 'leads'> {
  context: string;
}

function unitsOf(text: string, blocks: readonly MarkdownBlock[]): Unit[] {
  let heading = '';
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') heading = textOf(text, block);
    return block.units.map((span, at) => unitOf(text, block, { span, at, heading }));
  });
}

function unitOf(
  text: string,
  { kind, units }: MarkdownBlock,
  place: { span: Span; at: number; heading: string },
): Unit {
  const { span, at, heading } = place;
  if (kind === 'heading') return { span, leads: true, context: '' };
  const [head] = units;
  const isHead = kind === 'table' && at === 0;
  const above = kind === 'table' && head && !isHead ? textOf(text, head) : '';
  const before = kind === 'paragraph' && units[at - 1] ? textOf(text, units[at - 1] ?? span) : '';
  const asked = isQuestion.test(before) ? before : '';
  const leads = (isHead && units.length > 1) || isQuestion.test(textOf(text, span));
  return { span, leads, context: [heading, above, asked].join(' ').trim() };
}

const isQuestion = /[?？]["'”’)*_]*$/;
