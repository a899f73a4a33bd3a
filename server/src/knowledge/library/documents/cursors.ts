import { badCursor, decodeCursor } from '../../../platform/http/page.ts';

/** The number after which a list goes on; null at its start. */
export function numberAfter(cursor: string | undefined): number | null {
  const [number] = decodeCursor(cursor, 1) ?? [null];
  if (number === null || (typeof number === 'number' && Number.isSafeInteger(number))) return number;
  throw badCursor();
}
