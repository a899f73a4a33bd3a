import { shownNumber } from './cell-format.logic.ts';
import { headingDraft, proseDraft, type Draft } from './drafts.logic.ts';
import { Unreadable } from './failure.logic.ts';
import { tableDrafts } from './tables.logic.ts';
import { attributesOf, isTrue, xmlEvents } from './xml.logic.ts';

export interface SheetContext {
  texts: readonly string[];
  /** By style. */
  formats: readonly string[];
  from1904: boolean;
}

const mostColumns = 16_384;
const mostPlaces = 4_000_000;
const mostText = 20 * 1024 * 1024;

/** A sheet as a section: its tables under its name. Throws `Unreadable`. */
export function draftsOfSheet(name: string, source: string, context: SheetContext): Draft[] {
  const drafts = draftsOfRows(rowsOf(source, context));
  return drafts.length === 0 ? [] : [headingDraft(name || 'Sheet', 2), ...drafts];
}

interface Row {
  number: number;
  cells: string[];
}

// The rows that have something in them; a hidden one has not.
function rowsOf(source: string, context: SheetContext): Row[] {
  const rows: Row[] = [];
  const hidden: [from: number, to: number][] = [];
  const room = { places: mostPlaces, text: mostText };
  let row: (Row & { hidden: boolean }) | null = null;
  let cell: CellDraft | null = null;
  let collects = false;
  let last = 0;
  for (const event of xmlEvents(source)) {
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
    if (event.name === 'v' || event.name === 't') collects = starts;
    if (event.name === 'c' && !starts && row && cell) {
      put(row.cells, { column: cell.column, text: row.hidden ? '' : shown(cell, context) }, { hidden, room });
      cell = null;
    }
    if (event.name === 'row' && !starts && row) {
      // A hidden row does not part the table that it stands in.
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
}

function cellDraft(attributes: ReadonlyMap<string, string>, before: readonly string[]): CellDraft {
  const letters = /^[A-Z]+/.exec(attributes.get('r') ?? '')?.[0];
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : before.length;
  if (column >= mostColumns) throw new Unreadable('too_large');
  return { column, type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0), text: '' };
}

function noteHidden(hidden: [number, number][], column: ReadonlyMap<string, string>): void {
  if (isTrue(column.get('hidden'))) hidden.push([Number(column.get('min')) - 1, Number(column.get('max')) - 1]);
}

interface Bounds {
  hidden: readonly [number, number][];
  room: { places: number; text: number };
}

// A few cells far out, or one long text in many cells, make much of a small file.
function put(cells: string[], { column, text }: { column: number; text: string }, { hidden, room }: Bounds): void {
  if (text === '' || hidden.some(([from, to]) => column >= from && column <= to)) return;
  room.places -= Math.max(1, column + 1 - cells.length);
  room.text -= text.length;
  if (room.places < 0 || room.text < 0) throw new Unreadable('too_large');
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

function shown({ type, style, text }: CellDraft, context: SheetContext): string {
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
      return shownNumber(value, context.formats[style] ?? 'General', context.from1904);
    }
    default:
      // `str`, `inlineStr`, `d`: what stands there is what is shown.
      return text;
  }
}

// Empty rows part tables, unless the next piece stands in the same columns: then it is more of the same table.
function draftsOfRows(rows: readonly Row[]): Draft[] {
  const drafts: Draft[] = [];
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

function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
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
