import { invalid } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { isId } from '../process/ids.ts';

/** Opaque to clients: the position after the last row of a page, so that inserts before it do not shift the next one. */
export const encodeCursor = (position: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position of a cursor of ours with `length` members; 422 `query.cursor` for any other text. */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (cursor === undefined) return null;
  const position = parse(cursor);
  const ours = Array.isArray(position) && position.length === length && position.every(isMember);
  if (!ours) throw badCursor();
  return position as (string | number | null)[];
}

/** The id after which a list goes on that is sorted by id; null at its start. */
export function idAfter(cursor: string | undefined): string | null {
  const [id] = decodeCursor(cursor, 1) ?? [null];
  if (id === null || (typeof id === 'string' && isId(id))) return id;
  throw badCursor();
}

/** The position in a list that is sorted by time and id; null at its start. */
export function timeAndIdIn(cursor: string | undefined): { at: Date; id: string } | null {
  const position = decodeCursor(cursor, 2);
  if (!position) return null;
  const [at, id] = [new Date(String(position[0])), String(position[1])];
  if (Number.isNaN(at.getTime()) || !isId(id)) throw badCursor();
  return { at, id };
}

/** A page of a list that is sorted by name and id. */
export interface NamePage {
  limit: number;
  after: { name: string; id: string } | null;
}

export function namePage({ limit = 50, cursor }: { limit?: number; cursor?: string }): NamePage {
  const position = decodeCursor(cursor, 2);
  if (position === null) return { limit, after: null };
  const [name, id] = position;
  if (typeof name !== 'string' || typeof id !== 'string' || !isId(id)) throw badCursor();
  return { limit, after: { name, id } };
}

export const byName = (row: { name: string; id: string }) => [row.name, row.id];

export const badCursor = () => invalid('query.cursor', sentence`The cursor does not belong to this list.`);

/**
 * Cuts the one row too many that tells whether there is a next page. `examined`: how far a search has come that ended before
 * the page was full; the next page goes on from there.
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
