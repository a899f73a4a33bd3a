import { endsShortened } from '../../../platform/text/sentences.logic.ts';

/** A range of a passage, by offsets, so that quotations are verbatim. */
export interface Span {
  start: number;
  end: number;
}

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

export interface MarkdownBlock extends Span {
  kind: BlockKind;
  /** The units that may be quoted alone: sentences of a paragraph, items of a list, rows of a table. */
  units: Span[];
}

interface LineSpan extends Span {
  text: string;
}

const listMarker = /^\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/i;
const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+["'”’)\]]*|\n(?=[^\S\n]*\n)/gu;

/** The blocks of plain text or Markdown, in order; only white space is between them. */
export function blocksOf(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let fenced = false;
  for (const line of linesOf(text)) {
    const fence = /^\s*(?:```|~~~)/.test(line.text);
    const kind =
      fenced || fence ? 'code' : kindOf(line.text, blocks.at(-1), text.slice(blocks.at(-1)?.end, line.start));
    if (fence) fenced = !fenced;
    if (kind !== null) addLine(blocks, kind, line, fence && fenced);
  }
  for (const block of blocks) block.units = unitsOf(block, text);
  return blocks;
}

function linesOf(text: string): LineSpan[] {
  return [...text.matchAll(/[^\n]+/g)].map((match) => {
    const end = match.index + match[0].trimEnd().length;
    return { text: match[0], start: match.index, end };
  });
}

// Returns null for a blank line. A list continues over blank lines and indented text; a paragraph ends at a blank line.
function kindOf(line: string, last: MarkdownBlock | undefined, between: string): BlockKind | null {
  if (line.trim() === '') return null;
  if (/^#{1,6}\s/.test(line)) return 'heading';
  if (/^\s*\|/.test(line)) return 'table';
  if (listMarker.test(line)) return 'list';
  const blankBefore = /\n[^\S\n]*\n/.test(between);
  if (last?.kind === 'list' && (/^\s{2,}/.test(line) || !blankBefore)) return 'list';
  return 'paragraph';
}

function addLine(blocks: MarkdownBlock[], kind: BlockKind, line: LineSpan, opensFence: boolean): void {
  const last = blocks.at(-1);
  const continues = last?.kind === kind && kind !== 'heading' && !opensFence && last.units.length === 0;
  if (continues && !(kind === 'paragraph' && line.start - last.end > 1)) last.end = line.end;
  else blocks.push({ kind, start: line.start, end: line.end, units: [] });
}

function unitsOf(block: MarkdownBlock, text: string): Span[] {
  if (block.kind === 'paragraph') return sentenceSpans(block, text);
  if (block.kind === 'heading' || block.kind === 'code') return [{ start: block.start, end: block.end }];
  return itemsOf(block, text);
}

function itemsOf(block: MarkdownBlock, text: string): Span[] {
  const items: Span[] = [];
  for (const line of linesOf(text.slice(block.start, block.end))) {
    const span = { start: block.start + line.start, end: block.start + line.end };
    const last = items.at(-1);
    if (line.text.trim() === '') continue;
    if (last && block.kind === 'list' && !listMarker.test(line.text)) last.end = span.end;
    else items.push(span);
  }
  return items;
}

function sentenceSpans(block: MarkdownBlock, text: string): Span[] {
  const sentences: Span[] = [];
  let start = block.start;
  for (const match of text.slice(block.start, block.end).matchAll(sentenceEnd)) {
    const end = block.start + match.index + match[0].length;
    const before = text.slice(start, end);
    const lowerNext = /^\s+\p{Ll}/u.test(text.slice(end, end + 4));
    if (match[0].startsWith('.') && (lowerNext || endsShortened(before))) continue;
    pushTrimmed(sentences, { start, end }, text);
    start = end;
  }
  pushTrimmed(sentences, { start, end: block.end }, text);
  return sentences;
}

function pushTrimmed(spans: Span[], span: Span, text: string): void {
  const raw = text.slice(span.start, span.end);
  if (raw.trim() === '') return;
  const start = span.start + raw.length - raw.trimStart().length;
  spans.push({ start, end: start + raw.trim().length });
}
