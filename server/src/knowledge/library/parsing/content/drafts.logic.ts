import { withQuestionHeadings } from './questions.logic.ts';
import type { Block, Content, Piece } from './shapes.logic.ts';

/** A block of a file without a plain text that offsets could refer to. It has lines, but no place yet. */
export interface BlockDraft {
  kind: 'heading' | Content['kind'];
  /** The level of a heading; 0 for other blocks. */
  level: number;
  lines: string[];
  page: number | null;
}

const longestHeading = 300;

export const headingDraft = (text: string, level: number, page: number | null = null): BlockDraft => ({
  kind: 'heading',
  level,
  lines: [oneLine(text).slice(0, longestHeading).toWellFormed()],
  page,
});

export const proseDraft = (text: string, page: number | null = null): BlockDraft => ({
  kind: 'prose',
  level: 0,
  lines: [text],
  page,
});

/** A heading and its text. If the heading is too long, it is truncated, and the text begins with all of it. */
export function sectionDrafts(
  heading: string,
  text: string,
  { level, page }: Pick<BlockDraft, 'level' | 'page'>,
): BlockDraft[] {
  const whole = oneLine(heading).length <= longestHeading;
  return [headingDraft(heading, level, page), proseDraft(whole ? text : `${clean(heading)}\n\n${text}`, page)];
}

/**
 * Builds the blocks of a file of paragraphs. Joins consecutive items to one list, and the two halves of a paragraph that a page or
 * line break has split.
 */
export const blocksOfParagraphs = (drafts: readonly BlockDraft[]): Block[] =>
  withQuestionHeadings(placed(withProseJoined(withListsJoined(drafts))));

function withListsJoined(drafts: readonly BlockDraft[]): BlockDraft[] {
  const result: BlockDraft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    if (draft.kind === 'list' && last?.kind === 'list') for (const line of draft.lines) last.lines.push(line);
    else result.push({ ...draft, lines: [...draft.lines] });
  }
  return result;
}

// Joins prose that ends in mid-sentence with following prose that begins in lower case.
function withProseJoined(drafts: readonly BlockDraft[]): BlockDraft[] {
  const result: BlockDraft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    const continues =
      last?.kind === 'prose' &&
      draft.kind === 'prose' &&
      !/[.!?:;"”)]$/.test(last.lines[0] ?? '') &&
      /^\p{Ll}/u.test(draft.lines[0] ?? '');
    if (continues) last.lines = [`${last.lines[0]} ${draft.lines[0]}`];
    else result.push(draft);
  }
  return result;
}

/** Gives the blocks their offsets in the text that consists of them, separated by blank lines. */
export function placed(drafts: readonly BlockDraft[]): Block[] {
  let at = 0;
  return drafts.map((draft) => {
    const block = placedAt(draft, at);
    at = block.end + 2;
    return block;
  });
}

function placedAt(draft: BlockDraft, start: number): Block {
  const parts: Piece[] = [];
  let at = start;
  for (const text of draft.lines) {
    parts.push({ text, start: at, end: at + text.length });
    at += text.length + 1;
  }
  const whole = { text: draft.lines.join('\n'), start, end: at - 1, page: draft.page };
  if (draft.kind === 'heading') return { kind: 'heading', level: draft.level, ...whole };
  return { kind: draft.kind, ...whole, parts: draft.kind === 'prose' ? [] : parts };
}

/** Removes surrounding space and the characters that PostgreSQL cannot store. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');
