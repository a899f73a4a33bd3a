import { clean, headingDraft, placed, proseDraft, type Draft } from './drafts.logic.ts';
import { withQuestionHeadings } from './questions.logic.ts';
import type { Block } from './shapes.logic.ts';
import { tableDrafts } from './tables.logic.ts';

/** What we read of officeparser's tree. */
export interface OfficeNode {
  type: string;
  text?: string | undefined;
  children?: OfficeNode[] | undefined;
  metadata?: unknown;
}

/**
 * The blocks of a text, a presentation or a PDF file. A table becomes Markdown; a paragraph that a page or line break cut
 * in two is put together again; a slide is a section with its number as page.
 */
export const blocksOfOffice = (nodes: readonly OfficeNode[]): Block[] =>
  withQuestionHeadings(placed(mended(grouped(nodes, null))));

function grouped(nodes: readonly OfficeNode[], page: number | null): Draft[] {
  const drafts: Draft[] = [];
  for (const node of nodes) {
    const found = draftsOf(node, page);
    const [first] = found;
    const last = drafts.at(-1);
    if (first?.kind === 'list' && last?.kind === 'list') last.lines.push(...first.lines);
    else for (const draft of found) drafts.push(draft);
  }
  return drafts;
}

function draftsOf(node: OfficeNode, page: number | null): Draft[] {
  const text = clean(node.text ?? '');
  switch (node.type) {
    case 'heading':
      return text === '' ? [] : [headingDraft(text, numberIn(node.metadata, 'level') ?? 2, page)];
    case 'list':
      return text === '' ? [] : [{ kind: 'list', level: 0, lines: [itemOf(node, text)], page }];
    case 'table':
      return tableDrafts(cellsOf(node), page);
    case 'code':
      return [{ kind: 'code', level: 0, lines: text.split('\n'), page }];
    case 'paragraph':
      return text === '' ? [] : [proseDraft(text, page)];
    case 'slide':
      return draftsOfSlide(node);
    default:
      // A container (page, section).
      return grouped(node.children ?? [], pageOf(node) ?? page);
  }
}

const cellsOf = (table: OfficeNode) =>
  (table.children ?? []).map((row) => (row.children ?? []).map((cell) => clean(cell.text ?? '')));

function draftsOfSlide(slide: OfficeNode): Draft[] {
  const number = numberIn(slide.metadata, 'slideNumber') ?? 1;
  // The number in a corner of the slide is not what the slide says.
  const shown = (nodes: readonly OfficeNode[]) => nodes.filter((node) => node.text?.trim() !== String(number));
  const drafts = grouped(shown(slide.children ?? []), number);
  // Without a title of its own it would read as more of the slide before.
  const needsTitle = drafts.length > 0 && drafts[0]?.kind !== 'heading';
  return needsTitle ? [headingDraft(`Slide ${number}`, 1, number), ...drafts] : drafts;
}

function itemOf(node: OfficeNode, text: string): string {
  const indent = '  '.repeat(Math.min(numberIn(node.metadata, 'indentation') ?? 0, 8));
  const ordered = memberOf(node.metadata, 'listType') === 'ordered';
  return `${indent}${ordered ? `${(numberIn(node.metadata, 'itemIndex') ?? 0) + 1}.` : '-'} ${text}`;
}

// A PDF has lines, not paragraphs: prose that stops in mid-sentence goes on in the next piece that starts in lower case.
function mended(drafts: readonly Draft[]): Draft[] {
  const result: Draft[] = [];
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

const pageOf = (node: OfficeNode) => (node.type === 'page' ? numberIn(node.metadata, 'pageNumber') : null);

const memberOf = (metadata: unknown, name: string): unknown =>
  typeof metadata === 'object' && metadata !== null
    ? Object.entries(metadata).find(([key]) => key === name)?.[1]
    : undefined;

function numberIn(metadata: unknown, name: string): number | null {
  const value = memberOf(metadata, name);
  return typeof value === 'number' ? value : null;
}
