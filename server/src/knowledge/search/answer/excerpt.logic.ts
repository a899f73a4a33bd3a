import type { MarkdownBlock, Span } from '../text/blocks.logic.ts';

/** A section up to this length is shown whole (docs/ranking.md). */
export const sectionLength = 900;
/** A section may exceed the limit by this factor, so that its last sentence is not cut off. */
const tolerated = 1.2;
/** A list up to this length is kept whole: half of the steps is worse than a long answer. */
const longestList = 2 * sectionLength;

/** The part of a passage to show around the unit that answers best: whole sentences, whole lists, within the limit. */
export function excerptAround(text: string, blocks: readonly MarkdownBlock[], best: Span): Span {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (!first || !last) return best;
  if (last.end - first.start <= sectionLength * tolerated) return { start: first.start, end: last.end };
  const pieces = blocks.flatMap(piecesOf);
  return grown(
    text,
    pieces,
    pieces.findIndex((piece) => piece.start <= best.start && best.end <= piece.end),
  );
}

interface ExcerptPiece extends Span {
  block: MarkdownBlock;
}

function piecesOf(block: MarkdownBlock): ExcerptPiece[] {
  const whole = block.kind !== 'paragraph' && block.end - block.start <= longestList;
  const spans: Span[] = whole ? [block] : block.units;
  return spans.map(({ start, end }) => ({ start, end, block }));
}

function grown(text: string, pieces: readonly ExcerptPiece[], best: number): Span {
  let from = Math.max(0, best);
  let to = from;
  const span = () => ({ start: pieces[from]?.start ?? 0, end: pieces[to]?.end ?? text.length });
  while (from > 0 && introduces(text, pieces[from - 1], pieces[from])) from--;
  for (;;) {
    const side = nextSide(pieces, { from, to }, span());
    if (side === null) break;
    if (side === 'after') to++;
    else from--;
  }
  while (to > from && pieces[to]?.block.kind === 'heading') to--;
  return span();
}

// A heading introduces the block after it, and "Do this:" introduces its list.
function introduces(text: string, piece: ExcerptPiece | undefined, next: ExcerptPiece | undefined): boolean {
  if (!piece || !next) return false;
  if (piece.block.kind === 'heading') return true;
  return next.block.kind !== 'paragraph' && /[:：]$/.test(text.slice(piece.start, piece.end));
}

// The order: the start of the same paragraph, then the text after it, then the text before it.
function nextSide(
  pieces: readonly ExcerptPiece[],
  range: { from: number; to: number },
  span: Span,
): 'before' | 'after' | null {
  const before = pieces[range.from - 1];
  const after = pieces[range.to + 1];
  const fitsBefore = before !== undefined && span.end - before.start <= sectionLength;
  const fitsAfter = after !== undefined && after.end - span.start <= sectionLength;
  if (fitsBefore && before.block === pieces[range.from]?.block) return 'before';
  if (fitsAfter) return 'after';
  return fitsBefore ? 'before' : null;
}
