import { isId } from '../platform/ids.ts';
import { badCursor, decodeCursor } from '../platform/page.ts';

/** The id after which a list goes on; null at its start. */
export function idAfter(cursor: string | undefined): string | null {
  const [id] = decodeCursor(cursor, 1) ?? [null];
  if (id === null || (typeof id === 'string' && isId(id))) return id;
  throw badCursor();
}

/** The number after which a list goes on; null at its start. */
export function numberAfter(cursor: string | undefined): number | null {
  const [number] = decodeCursor(cursor, 1) ?? [null];
  if (number === null || (typeof number === 'number' && Number.isSafeInteger(number))) return number;
  throw badCursor();
}
