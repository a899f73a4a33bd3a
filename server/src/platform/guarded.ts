import { errorCode } from './database/database.ts';
import type { Desk } from './desk.ts';

/**
 * Does one piece of a sweep. Logs a failure instead of throwing it, so that the rest of the sweep is done; the next sweep tries
 * again.
 */
export async function guarded(desk: Desk, need: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    desk.log.error({ need, code: errorCode(error) }, 'sweeper could not repair');
  }
}

/** Does the work for each item, one after the other. An item that fails does not stop the others. */
export async function eachGuarded<T>(
  desk: Desk,
  need: string,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) await guarded(desk, need, () => work(item));
}
