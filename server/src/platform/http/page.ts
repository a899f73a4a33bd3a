import { invalid } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { isId } from '../process/ids.ts';

/** Encodes the position after a page's last row, so that inserts before it do not shift the next page. Opaque to clients. */
export const encodeCursor = (position: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes the position of a cursor with `length` members. Throws 422 `query.cursor` for any other text. */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (cursor === undefined) return null;
  const position = parse(cursor);
  const ours = Array.isArray(position) && position.length === length && position.every(isMember);
  if (!ours) throw badCursor();
  return position as (string | number | null)[];
}

/** For lists sorted by id: the id after which the page starts; null for the first page. */
export function idAfter(cursor: string | undefined): string | null {
  const [id] = decodeCursor(cursor, 1) ?? [null];
  if (id === null || (typeof id === 'string' && isId(id))) return id;
  throw badCursor();
}

/** For lists sorted by time and id: the position after which the page starts; null for the first page. */
export function timeAndIdIn(cursor: string | undefined): { at: Date; id: string } | null {
  const position = decodeCursor(cursor, 2);
  if (!position) return null;
  const [at, id] = [new Date(String(position[0])), String(position[1])];
  if (Number.isNaN(at.getTime()) || !isId(id)) throw badCursor();
  return { at, id };
}

/** The query of a list, with the default of its limit filled in. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** A page of a short list that is at hand as a whole. If the row at the cursor is gone, its place counts. Throws 422. */
export function pageOfWhole<Row>(all: readonly Row[], { limit, cursor }: PageQuery, keyOf: (row: Row) => string) {
  const [after, place] = decodeCursor(cursor, 2) ?? [null, 0];
  const at = all.findIndex((row) => keyOf(row) === after);
  const from = at === -1 ? Number(place) : at + 1;
  const { rows, next_cursor } = pageOf(all.slice(from, from + limit + 1), limit, (row) => [
    keyOf(row),
    all.indexOf(row),
  ]);
  return { items: rows, next_cursor };
}

/** A page of a list sorted by name and id. */
export interface NamePage {
  limit: number;
  after: { name: string; id: string } | null;
}

export function namePage({ limit, cursor }: PageQuery): NamePage {
  const position = decodeCursor(cursor, 2);
  if (position === null) return { limit, after: null };
  const [name, id] = position;
  if (typeof name !== 'string' || typeof id !== 'string' || !isId(id)) throw badCursor();
  return { limit, after: { name, id } };
}

export const byName = (row: { name: string; id: string }) => [row.name, row.id];

export const badCursor = () => invalid('query.cursor', sentence`The cursor does not belong to this list.`);

/**
 * Removes the extra row that shows whether there is a next page. `examined` is the last row of a search that ended before the
 * page was full; the next page continues after it.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => readonly (string | number | null)[],
  examined: Row | null = null,
) {
  const kept = rows.slice(0, limit);
  const last = rows.length > limit ? kept.at(-1) : examined;
  return { rows: kept, next_cursor: last ? encodeCursor(positionOf(last)) : null };
}

const isMember = (member: unknown) => member === null || ['string', 'number'].includes(typeof member);

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
