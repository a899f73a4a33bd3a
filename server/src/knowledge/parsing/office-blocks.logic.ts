import { withQuestionHeadings } from './questions.logic.ts';
import type { Block, Content, Piece } from './shapes.logic.ts';

/** What we read of officeparser's tree. */
export interface OfficeNode {
  type: string;
  text?: string | undefined;
  children?: OfficeNode[] | undefined;
  metadata?: unknown;
}

/**
 * The blocks of a Word or PDF file. Their places are those in the text that the blocks make up, one blank line apart.
 * A table becomes Markdown; a paragraph that a page or line break cut in two is put together again.
 */
export function blocksOfOffice(nodes: readonly OfficeNode[]): Block[] {
  const drafts = mended(grouped(nodes, null));
  let at = 0;
  const blocks = drafts.map((draft) => {
    const block = placed(draft, at);
    at = block.end + 2;
    return block;
  });
  return withQuestionHeadings(blocks);
}

interface Draft {
  kind: 'heading' | Content['kind'];
  level: number;
  lines: string[];
  page: number | null;
}

function grouped(nodes: readonly OfficeNode[], page: number | null): Draft[] {
  const drafts: Draft[] = [];
  for (const node of nodes) {
    const draft = draftOf(node, page);
    const last = drafts.at(-1);
    if (draft?.kind === 'list' && last?.kind === 'list') last.lines.push(...draft.lines);
    else if (draft) drafts.push(draft);
    else if (node.children) drafts.push(...grouped(node.children, pageOf(node) ?? page));
  }
  return drafts;
}

// Null: a container (page, section) whose children count.
function draftOf(node: OfficeNode, page: number | null): Draft | null {
  const text = clean(node.text ?? '');
  switch (node.type) {
    case 'heading':
      return text === ''
        ? null
        : {
            kind: 'heading',
            level: numberIn(node.metadata, 'level') ?? 2,
            lines: [text.replace(/\s+/g, ' ').slice(0, 300)],
            page,
          };
    case 'list':
      return { kind: 'list', level: 0, lines: [itemOf(node, text)], page };
    case 'table':
      return { kind: 'table', level: 0, lines: tableLines(node), page };
    case 'code':
      return { kind: 'code', level: 0, lines: text.split('\n'), page };
    case 'paragraph':
      return text === '' ? null : { kind: 'prose', level: 0, lines: [text], page };
    default:
      return null;
  }
}

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().trim();

function itemOf(node: OfficeNode, text: string): string {
  const indent = '  '.repeat(Math.min(numberIn(node.metadata, 'indentation') ?? 0, 8));
  const ordered = memberOf(node.metadata, 'listType') === 'ordered';
  return `${indent}${ordered ? `${(numberIn(node.metadata, 'itemIndex') ?? 0) + 1}.` : '-'} ${text}`;
}

function tableLines(table: OfficeNode): string[] {
  const rows = (table.children ?? []).map((row) =>
    (row.children ?? []).map((cell) =>
      clean(cell.text ?? '')
        .replace(/\s+/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  );
  const width = Math.max(1, ...rows.map((cells) => cells.length));
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [lineOf(header), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)];
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

function placed(draft: Draft, start: number): Block {
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

const pageOf = (node: OfficeNode) => (node.type === 'page' ? numberIn(node.metadata, 'pageNumber') : null);

const memberOf = (metadata: unknown, name: string): unknown =>
  typeof metadata === 'object' && metadata !== null
    ? Object.entries(metadata).find(([key]) => key === name)?.[1]
    : undefined;

function numberIn(metadata: unknown, name: string): number | null {
  const value = memberOf(metadata, name);
  return typeof value === 'number' ? value : null;
}
