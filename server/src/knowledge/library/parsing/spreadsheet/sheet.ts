import { hidesText, shownNumber } from './cell-format.ts';
import { isUnseen, type CellStyle, type LetterLook } from './cell-styles.logic.ts';
import { headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { richText, type CellText, type RichText } from './rich-text.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { attributesOf, isTrue, xmlEvents } from '../package/xml.logic.ts';

export interface SheetContext {
  texts: readonly CellText[];
  styles: readonly CellStyle[];
  from1904: boolean;
  /** Collects text that the workbook does not show. */
  hidden: string[];
}

const mostColumns = 16_384;
const mostPlaces = 4_000_000;
const mostText = 20 * 1024 * 1024;
const mostNoted = 50_000;
const longestNote = 2_000;

/** Converts a sheet to a section: its tables under its name. Throws `Unreadable`. */
export function draftsOfSheet(name: string, source: string, context: SheetContext): BlockDraft[] {
  const drafts = draftsOfRows(rowsOf(source, context));
  return drafts.length === 0 ? [] : [headingDraft(name || 'Sheet', 2), ...drafts];
}

/** Collects the text of a hidden sheet. Throws `Unreadable`. */
export function noteSheet(source: string, context: SheetContext): void {
  for (const { cells } of rowsOf(source, context)) note(cells.join(' '), context);
}

function note(text: string, { hidden }: SheetContext): void {
  if (text.trim() !== '' && hidden.length < mostNoted) hidden.push(text.slice(0, longestNote));
}

interface SheetRow {
  number: number;
  cells: string[];
}

// Returns the rows that have visible cells, and the hidden rows without cells.
function rowsOf(source: string, context: SheetContext): SheetRow[] {
  const rows: SheetRow[] = [];
  const hidden: [from: number, to: number][] = [];
  const room = { places: mostPlaces, text: mostText };
  // Table styles and conditional formats can fill cells too.
  const isPlain = !/<(?:\w+:)?(?:conditionalFormatting|tableParts)\b/.test(source);
  let row: (SheetRow & { hidden: boolean }) | null = null;
  let cell: CellDraft | null = null;
  let collects = false;
  let last = 0;
  for (const event of xmlEvents(source)) {
    cell?.rich?.take(event);
    if (event.kind === 'text') {
      if (cell && collects) cell.text += event.text;
      continue;
    }
    const starts = event.kind === 'open' && !event.closed;
    if (event.kind === 'open' && event.name === 'col') noteHidden(hidden, attributesOf(event.attributes));
    if (event.kind === 'open' && event.name === 'row') {
      const attributes = attributesOf(event.attributes);
      last = Number(attributes.get('r') ?? last + 1);
      row = { number: last, cells: [], hidden: isTrue(attributes.get('hidden')) };
    }
    if (event.kind === 'open' && event.name === 'c' && row) cell = cellDraft(attributesOf(event.attributes), row.cells);
    if (event.name === 'v') collects = starts;
    if (event.name === 'is' && starts && cell) cell.rich = richText();
    if (event.name === 'c' && !starts && row && cell) {
      const isHidden = row.hidden || isCovered(hidden, cell.column);
      put(row.cells, { column: cell.column, text: visibleIn(cell, context, { isHidden, isPlain }) }, room);
      cell = null;
    }
    if (event.name === 'row' && !starts && row) {
      // Keep hidden rows: they do not split the table around them.
      if (row.cells.length > 0 || row.hidden) rows.push(row);
      row = null;
    }
  }
  return rows;
}

interface CellDraft {
  column: number;
  type: string;
  style: number;
  text: string;
  /** Only for a text in the cell itself. */
  rich: RichText | null;
}

function cellDraft(attributes: ReadonlyMap<string, string>, before: readonly string[]): CellDraft {
  const letters = /^[A-Z]+/.exec(attributes.get('r') ?? '')?.[0];
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : before.length;
  if (column >= mostColumns) throw new Unreadable('too_large');
  return { column, type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0), text: '', rich: null };
}

function noteHidden(hidden: [number, number][], column: ReadonlyMap<string, string>): void {
  if (isTrue(column.get('hidden'))) hidden.push([Number(column.get('min')) - 1, Number(column.get('max')) - 1]);
}

const isCovered = (hidden: readonly [number, number][], column: number) =>
  hidden.some(([from, to]) => column >= from && column <= to);

/** Returns the visible text of a cell, and collects the hidden text. */
function visibleIn(
  cell: CellDraft,
  context: SheetContext,
  { isHidden, isPlain }: { isHidden: boolean; isPlain: boolean },
): string {
  const text = textOf(cell, context);
  const look = context.styles[cell.style];
  const runs = typeof text === 'string' ? [{ text, letters: null }] : text;
  const isText = cell.type !== 'n' && cell.type !== 'b' && cell.type !== 'e';
  const isHiddenRun = (letters: LetterLook | null) =>
    look ? (isText && hidesText(look.format)) || isUnseen(letters ?? look.letters, look.behind, isPlain) : false;
  const seen = runs.filter(({ letters }) => !isHidden && !isHiddenRun(letters));
  const whole = (some: typeof runs) => some.map((run) => run.text).join('');
  note(whole(runs.filter((run) => !seen.includes(run))), context);
  return whole(seen);
}

// Limit the output: a few distant cells, or one long text in many cells, blow up a small file.
function put(
  cells: string[],
  { column, text }: { column: number; text: string },
  room: { places: number; text: number },
): void {
  if (text === '') return;
  room.places -= Math.max(1, column + 1 - cells.length);
  room.text -= text.length;
  if (room.places < 0 || room.text < 0) throw new Unreadable('too_large');
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

function textOf({ type, style, text, rich }: CellDraft, context: SheetContext): CellText {
  switch (type) {
    case 's':
      return context.texts[Number(text)] ?? '';
    case 'b':
      return text.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return '';
    case 'n': {
      const value = Number(text);
      if (text.trim() === '' || Number.isNaN(value)) return text.trim();
      return shownNumber(value, context.styles[style]?.format ?? 'General', context.from1904);
    }
    default:
      // `str`, `inlineStr` and `d` are shown as they are stored.
      return rich?.text() ?? text;
  }
}

// Empty rows separate tables, unless the next group has the same columns and continues the table.
function draftsOfRows(rows: readonly SheetRow[]): BlockDraft[] {
  const drafts: BlockDraft[] = [];
  let table: string[][] = [];
  const flush = () => {
    for (const draft of tableDrafts(table)) drafts.push(draft);
    table = [];
  };
  for (const group of groupsOf(rows)) {
    const wide = group.findIndex(({ cells }) => filled(cells) > 1);
    const lead = wide < 0 ? group : group.slice(0, wide);
    const body = wide < 0 ? [] : group.slice(wide).map(({ cells }) => cells);
    if (lead.length > 0 || spanOf(body) !== spanOf(table)) flush();
    for (const { cells } of lead) drafts.push(proseDraft(cells.join('').trim()));
    for (const cells of body) table.push(cells);
  }
  flush();
  return drafts;
}

function groupsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const groups: SheetRow[][] = [];
  let before = -1;
  for (const row of rows) {
    const follows = row.number === before + 1;
    if (row.cells.length > 0) {
      const open = groups.at(-1);
      if (open && follows) open.push(row);
      else groups.push([row]);
    }
    if (follows || row.cells.length > 0) before = row.number;
  }
  return groups;
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length;

function spanOf(rows: readonly string[][]): string {
  let first = mostColumns;
  let last = -1;
  for (const cells of rows) {
    const start = cells.findIndex((cell) => cell !== '');
    first = Math.min(first, start);
    last = Math.max(last, cells.length - 1);
  }
  return `${first}:${last}`;
}
