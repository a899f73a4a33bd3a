import { clean, headingDraft, proseDraft, type Draft } from '../content/drafts.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';

/** What we read of officeparser's tree of a PDF file. */
export interface PdfNode {
  type: string;
  text?: string | undefined;
  children?: PdfNode[] | undefined;
  metadata?: unknown;
}

/** What stands on the pages, in the order in which it is read. */
export const draftsOfPdf = (nodes: readonly PdfNode[], page: number | null = null): Draft[] =>
  nodes.flatMap((node) => draftsOf(node, page));

function draftsOf(node: PdfNode, page: number | null): Draft[] {
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
    default:
      // A container (page, section).
      return draftsOfPdf(node.children ?? [], pageOf(node) ?? page);
  }
}

const cellsOf = (table: PdfNode) =>
  (table.children ?? []).map((row) => (row.children ?? []).map((cell) => clean(cell.text ?? '')));

function itemOf(node: PdfNode, text: string): string {
  const indent = '  '.repeat(Math.min(numberIn(node.metadata, 'indentation') ?? 0, 8));
  const ordered = memberOf(node.metadata, 'listType') === 'ordered';
  return `${indent}${ordered ? `${(numberIn(node.metadata, 'itemIndex') ?? 0) + 1}.` : '-'} ${text}`;
}

const pageOf = (node: PdfNode) => (node.type === 'page' ? numberIn(node.metadata, 'pageNumber') : null);

const memberOf = (metadata: unknown, name: string): unknown =>
  typeof metadata === 'object' && metadata !== null
    ? Object.entries(metadata).find(([key]) => key === name)?.[1]
    : undefined;

function numberIn(metadata: unknown, name: string): number | null {
  const value = memberOf(metadata, name);
  return typeof value === 'number' ? value : null;
}
