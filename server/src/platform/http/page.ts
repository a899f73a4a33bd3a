import { invalid } from './errors.ts';
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

export const badCursor = () => invalid('query.cursor', 'The cursor does not belong to this list.');

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
