import type { Block, Content, Piece } from '../content/shapes.logic.ts';
import { sectionsOf, type DocumentSection } from './sections.logic.ts';
import { placedSentences } from '../../../../platform/text/sentences.logic.ts';

/** A passage before it is stored. `start` and `end` are offsets in the source; `page` is the page or slide on which it begins. */
export interface ChunkDraft {
  headingPath: string[];
  text: string;
  start: number;
  end: number;
  page: number | null;
}

interface Outline {
  title: string;
  language: string;
}

// Lengths in characters (docs/ranking.md).

/** A passage ends before the part that would exceed this length. */
const longestPassage = 1_200;
/** A shorter remainder joins the passage before it. */
const shortestPassage = 150;
/** A lead-in is a text such as "To reset it:". */
const longestLeadIn = 600;
/** The answer to a question is not split up to this length. */
const longestAnswer = 2_400;
/** A longer list, table or code block is split between items, rows or lines. */
const longestBlock = 8_000;

/** Splits a document into passages: never across headings or inside a sentence, a list item, a table row or a line of code. */
export function chunksOf(blocks: readonly Block[], outline: Outline): ChunkDraft[] {
  return sectionsOf(blocks, outline.title).flatMap((section) => chunksOfSection(section, outline.language));
}

interface SectionPart extends Piece {
  page: number | null;
  /** The separator from the part before it in the same passage. */
  glue: '\n\n' | '\n' | '';
}

function chunksOfSection(section: DocumentSection, language: string): ChunkDraft[] {
  const size = section.content.reduce((sum, block) => sum + block.text.length + 2, 0);
  const limit = section.answersQuestion ? longestAnswer : longestPassage;
  const groups =
    size <= limit
      ? [section.content.map(wholePart)]
      : packed(withLeadIns(section.content.flatMap((block) => partsOf(block, language))));
  return groups.map((parts) => draftOf(section.path, parts));
}

const wholePart = (block: Content): SectionPart => ({
  text: block.text,
  start: block.start,
  end: block.end,
  page: block.page,
  glue: '\n\n',
});

// Join a lead-in such as "To reset it:" with the list below it, of any length.
function withLeadIns(parts: readonly SectionPart[]): SectionPart[] {
  const result: SectionPart[] = [];
  for (const part of parts) {
    const before = result.at(-1);
    if (before && before.text.length < longestLeadIn && before.text.trimEnd().endsWith(':')) {
      result[result.length - 1] = { ...before, text: before.text + part.glue + part.text, end: part.end };
    } else {
      result.push(part);
    }
  }
  return result;
}

function partsOf(block: Content, language: string): SectionPart[] {
  if (block.text.length <= (block.kind === 'prose' ? longestPassage : longestBlock)) return [wholePart(block)];
  switch (block.kind) {
    case 'prose':
      return cut(
        block,
        placedSentences(block.text, language).map((piece) => moved(piece, block.start)),
        '',
      );
    case 'list':
    case 'code':
      return regrouped(cut(block, block.parts, '\n'));
    case 'table':
      return tableParts(block);
  }
}

const moved = (piece: Piece, by: number): Piece => ({ text: piece.text, start: piece.start + by, end: piece.end + by });

const cut = (block: Content, pieces: readonly Piece[], glue: SectionPart['glue']): SectionPart[] =>
  pieces
    .flatMap((piece) => bounded(piece))
    .map((piece, at) => ({ ...piece, page: block.page, glue: at === 0 ? '\n\n' : glue }));

// Splits a piece that has no sentence, item or line end for thousands of characters.
function bounded(piece: Piece): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < piece.text.length; at += longestBlock) {
    const text = piece.text.slice(at, at + longestBlock);
    pieces.push({ text, start: piece.start + at, end: Math.min(piece.end, piece.start + at + longestBlock) });
  }
  return pieces;
}

// Repeat the header in every part: rows mean nothing without it.
function tableParts(block: Content): SectionPart[] {
  const [header, rule, ...rows] = block.parts;
  if (!header || !rule) return [wholePart(block)];
  const head = `${header.text}\n${rule.text}\n`;
  // A header of thousands of columns would fill most of every passage.
  if (head.length > longestPassage) return regrouped(cut(block, block.parts, '\n'));
  return regrouped(cut(block, rows, '\n')).map((part) => ({ ...part, text: head + part.text, glue: '\n\n' }));
}

function regrouped(parts: readonly SectionPart[]): SectionPart[] {
  return packed(parts).map((group) => {
    const { text, start, end, page } = draftOf([], group);
    return { text, start, end, page, glue: '\n\n' };
  });
}

function packed(parts: readonly SectionPart[]): SectionPart[][] {
  const groups: SectionPart[][] = [];
  let size = 0;
  for (const part of parts) {
    const open = groups.at(-1);
    if (open && size + part.text.length <= longestPassage) {
      open.push(part);
      size += part.text.length;
    } else {
      groups.push([part]);
      size = part.text.length;
    }
  }
  return withoutRemainder(groups);
}

// Append a short remainder to the passage before it: a last sentence alone answers no question.
function withoutRemainder(groups: SectionPart[][]): SectionPart[][] {
  const last = groups.at(-1);
  const before = groups.at(-2);
  if (!last || !before || last.reduce((sum, part) => sum + part.text.length, 0) >= shortestPassage) return groups;
  return [...groups.slice(0, -2), [...before, ...last]];
}

function draftOf(headingPath: string[], parts: readonly SectionPart[]): ChunkDraft {
  const text = parts.map((part, at) => (at === 0 ? '' : part.glue) + part.text).join('');
  const trimmed = text.trim();
  return {
    headingPath,
    text: trimmed,
    start: Math.min(...parts.map((part) => part.start)),
    end: Math.max(...parts.map((part) => part.end)),
    page: parts[0]?.page ?? null,
  };
}
