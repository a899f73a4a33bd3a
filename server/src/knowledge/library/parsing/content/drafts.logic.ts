import { withQuestionHeadings } from './questions.logic.ts';
import type { Block, Content, Piece } from './shapes.logic.ts';

/** A block of a file that has no text of its own to point into: its lines, before it has a place. */
export interface BlockDraft {
  kind: 'heading' | Content['kind'];
  /** Of a heading; 0 for all else. */
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

/** A text under its heading, which the text repeats when it is too long to be one. */
export function sectionDrafts(
  heading: string,
  text: string,
  { level, page }: Pick<BlockDraft, 'level' | 'page'>,
): BlockDraft[] {
  const whole = oneLine(heading).length <= longestHeading;
  return [headingDraft(heading, level, page), proseDraft(whole ? text : `${clean(heading)}\n\n${text}`, page)];
}

/**
 * The blocks of a file of paragraphs: items that follow each other are one list, and a paragraph that a page or a line break
 * cut in two is put together again.
 */
export const blocksOfParagraphs = (drafts: readonly BlockDraft[]): Block[] =>
  withQuestionHeadings(placed(mended(withListsJoined(drafts))));

function withListsJoined(drafts: readonly BlockDraft[]): BlockDraft[] {
  const result: BlockDraft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    if (draft.kind === 'list' && last?.kind === 'list') for (const line of draft.lines) last.lines.push(line);
    else result.push({ ...draft, lines: [...draft.lines] });
  }
  return result;
}

// Prose that stops in mid-sentence goes on in the next piece that starts in lower case.
function mended(drafts: readonly BlockDraft[]): BlockDraft[] {
  const result: BlockDraft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    const goesOn =
      last?.kind === 'prose' &&
      draft.kind === 'prose' &&
      !/[.!?:;"”)]$/.test(last.lines[0] ?? '') &&
      /^\p{Ll}/u.test(draft.lines[0] ?? '');
    if (goesOn) last.lines = [`${last.lines[0]} ${draft.lines[0]}`];
    else result.push(draft);
  }
  return result;
}

/** The places of blocks are those in the text that they make up, one blank line apart. */
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

/** Without what PostgreSQL does not store, and without space around it. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');
