import { isBlank, joined, linesOf } from '../content/lines.logic.ts';
import { withQuestionHeadings } from '../content/questions.logic.ts';
import type { Block, ParsedDocument, Piece } from '../content/shapes.logic.ts';

const longestHeading = 80;
const item = /^\s{0,8}(?:[-*+•–]|\d{1,3}[.)])\s+\S/;

/**
 * Parses the blocks of a plain text: paragraphs between blank lines, lists of marked lines, and headings. A heading is a short
 * separate line without a full stop above more text, or a line with `===` or `---` below it.
 */
export function parsePlain(source: string): ParsedDocument {
  const groups = groupsOf(linesOf(source));
  const blocks = groups.flatMap((lines, at) => blocksOf(source, lines, groups[at + 1]));
  return { title: null, blocks: withQuestionHeadings(blocks) };
}

function groupsOf(lines: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let open: Piece[] | null = null;
  for (const line of lines) {
    if (isBlank(line)) {
      open = null;
    } else if (open) {
      open.push(line);
    } else {
      open = [line];
      groups.push(open);
    }
  }
  return groups;
}

function blocksOf(source: string, lines: Piece[], next: Piece[] | undefined): Block[] {
  const [first, second] = lines;
  if (first && second && /^\s*(?:={3,}|-{3,})\s*$/.test(second.text.slice(0, 200))) {
    const rest = lines.slice(2);
    return [headingOf(first, second.text.includes('=') ? 1 : 2), ...(rest.length > 0 ? contentOf(source, rest) : [])];
  }
  if (first && lines.length === 1 && next && !item.test(next[0]?.text ?? '') && looksLikeHeading(first.text.trim())) {
    return [headingOf(first, 2)];
  }
  return contentOf(source, lines);
}

const headingOf = (line: Piece, level: number): Block => ({
  kind: 'heading',
  level,
  ...line,
  text: line.text.trim(),
  page: null,
});

function looksLikeHeading(text: string): boolean {
  if (text.length > longestHeading || item.test(text)) return false;
  return /^[\p{Lu}\p{Lo}\d]/u.test(text) && !/[.!,;:]$/.test(text);
}

function contentOf(source: string, lines: Piece[]): Block[] {
  const blocks: Block[] = [];
  const from = lines.findIndex((line) => item.test(line.text));
  const prose = from < 0 ? lines : lines.slice(0, from);
  if (prose.length > 0) blocks.push({ kind: 'prose', ...joined(source, prose), page: null, parts: [] });
  if (from >= 0)
    blocks.push({
      kind: 'list',
      ...joined(source, lines.slice(from)),
      page: null,
      parts: itemsOf(source, lines.slice(from)),
    });
  return blocks;
}

function itemsOf(source: string, lines: readonly Piece[]): Piece[] {
  const starts = lines.flatMap((line, at) => (item.test(line.text) ? [at] : []));
  return starts.map((start, at) => joined(source, lines.slice(start, starts[at + 1] ?? lines.length)));
}
