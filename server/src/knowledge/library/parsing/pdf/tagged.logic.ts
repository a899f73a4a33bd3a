import { clean, headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { columnsOf, placed } from './grid-tables.logic.ts';
import { linesInOrder, textOfLines, type TextRun } from './page-lines.logic.ts';
import { markerOf, signOf } from './paragraphs.logic.ts';

/** The structure tree of a page in a tagged file (ISO 32000-1, §14.8). The leaves contain the ids of marked content. */
export interface StructureTag {
  role?: string;
  type?: string;
  id?: string;
  children?: StructureTag[];
}

interface TagReading {
  runs: ReadonlyMap<string, TextRun[]>;
  /** The marked content that has been read. */
  read: Set<string>;
  page: number | null;
}

/** A deeper tree is an attack on parsers. */
const deepest = 100;

/** Builds the blocks of a page from its tags, and returns the marked content that they cover. */
export function draftsOfTags(
  root: StructureTag,
  runs: TagReading['runs'],
  page: number | null,
): { drafts: BlockDraft[]; read: Set<string> } {
  const reading: TagReading = { runs, read: new Set(), page };
  return { drafts: isTooDeep(root) ? [] : childrenOf(root, reading, 0), read: reading.read };
}

function isTooDeep(root: StructureTag): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap(({ children }) => children ?? []);
  }
  return false;
}

const inline = new Set([
  'Span',
  'Link',
  'Em',
  'Strong',
  'Sub',
  'Quote',
  'Code',
  'Reference',
  'Annot',
  'Ruby',
  'Warichu',
]);
const notes = new Set(['Note', 'FENote']);
const isInline = (tag: StructureTag) => tag.type === 'content' || inline.has(tag.role ?? '');

/** The content of a grouping tag. Adjacent inline tags outside a paragraph become one paragraph. */
function childrenOf(tag: StructureTag, reading: TagReading, depth: number): BlockDraft[] {
  const result: BlockDraft[] = [];
  let loose: StructureTag[] = [];
  const close = () => {
    result.push(...paragraph({ children: loose }, reading));
    loose = [];
  };
  for (const child of tag.children ?? []) {
    if (isInline(child)) {
      loose.push(child);
      continue;
    }
    close();
    result.push(...draftsOf(child, reading, depth));
  }
  close();
  return result;
}

function draftsOf(tag: StructureTag, reading: TagReading, depth: number): BlockDraft[] {
  const role = tag.role ?? '';
  const level = /^H([1-6])$/.exec(role)?.[1];
  if (level) return heading(tag, Number(level), reading);
  switch (role) {
    case 'H':
      return heading(tag, Math.min(6, Math.max(1, depth)), reading);
    case 'Title':
      return heading(tag, 1, reading);
    case 'P':
    case 'Caption':
    case 'Lbl':
    case 'LBody':
    case 'TOCI':
    case 'Formula':
      return paragraph(tag, reading);
    case 'Table':
      return tableDrafts(cellsOf(tag, reading), reading.page);
    case 'L':
      return listOf(tag, reading, 0);
    case 'Private':
      return [];
    default:
      return childrenOf(tag, reading, role === 'Sect' || role === 'Part' || role === 'Art' ? depth + 1 : depth);
  }
}

function heading(tag: StructureTag, level: number, reading: TagReading): BlockDraft[] {
  const text = textIn(tag, reading);
  return text === '' ? [] : [headingDraft(text, level, reading.page)];
}

/** A paragraph, followed by the notes, tables and lists in its tag. */
function paragraph(tag: StructureTag, reading: TagReading): BlockDraft[] {
  const text = textIn(tag, reading);
  const held = blocksIn(tag).flatMap((each) => draftsOf(each, reading, 0));
  return text === '' ? held : [proseDraft(text, reading.page), ...held];
}

const isBlock = ({ role = '' }: StructureTag) => role === 'L' || role === 'Table' || notes.has(role);

function blocksIn(tag: StructureTag): StructureTag[] {
  return (tag.children ?? []).flatMap((child) => (isBlock(child) ? [child] : blocksIn(child)));
}

const textIn = (tag: StructureTag, reading: TagReading): string =>
  clean(textOfLines(linesInOrder(runsIn(tag, reading))));

function runsIn(tag: StructureTag, reading: TagReading): TextRun[] {
  if (tag.type === 'content') {
    reading.read.add(tag.id ?? '');
    return reading.runs.get(tag.id ?? '') ?? [];
  }
  return (tag.children ?? []).flatMap((child) => (isBlock(child) ? [] : runsIn(child, reading)));
}

function within(tag: StructureTag, roles: ReadonlySet<string>, stop: ReadonlySet<string>): StructureTag[] {
  return (tag.children ?? []).flatMap((child) => {
    if (roles.has(child.role ?? '')) return [child];
    return stop.has(child.role ?? '') ? [] : within(child, roles, stop);
  });
}

const [rowRole, cellRoles, tables] = [new Set(['TR']), new Set(['TH', 'TD']), new Set(['Table'])];

/** The cells of a table. The cells of an incomplete row are assigned to columns by position. */
function cellsOf(table: StructureTag, reading: TagReading): string[][] {
  const rows = within(table, rowRole, tables).map((row) =>
    within(row, cellRoles, tables).map((cell) => {
      const text = childrenOf(cell, reading, 0)
        .flatMap(({ lines }) => lines)
        .join(' ');
      return { text, ...reachOf(runsIn(cell, reading)) };
    }),
  );
  const columns = columnsOf(rows.map((row) => row.filter(({ text }) => text !== '')));
  const isWhole = rows.some((row) => row.length === columns.length);
  return rows.map((row) => (isWhole ? placed(row, columns) : row.map(({ text }) => text)));
}

function reachOf(runs: readonly TextRun[]): { x: number; right: number } {
  let [x, right] = [Infinity, -Infinity];
  for (const run of runs) [x, right] = [Math.min(x, run.x), Math.max(right, run.x + run.width)];
  return { x, right };
}

function listOf(list: StructureTag, reading: TagReading, depth: number): BlockDraft[] {
  return (list.children ?? []).flatMap((item) => {
    if (item.role === 'L') return listOf(item, reading, depth + 1);
    return item.role === 'LI' ? itemOf(item, reading, depth) : draftsOf(item, reading, 0);
  });
}

function itemOf(item: StructureTag, reading: TagReading, depth: number): BlockDraft[] {
  const parts = item.children ?? [];
  const label = textIn({ children: parts.filter(({ role }) => role === 'Lbl') }, reading);
  const words = textIn({ children: parts.filter(({ role }) => role !== 'Lbl') }, reading);
  const marker = markerOf(`${label} ${words}`.trim());
  const text = label === '' && marker ? words.slice(marker.written.length) : words;
  const held = blocksIn(item).flatMap((each) =>
    each.role === 'L' ? listOf(each, reading, depth + 1) : draftsOf(each, reading, 0),
  );
  if (text === '') return held;
  const line = `${'  '.repeat(Math.min(depth, 8))}${signOf(marker)} ${text.trim()}`;
  return [{ kind: 'list', level: 0, lines: [line], page: reading.page }, ...held];
}
