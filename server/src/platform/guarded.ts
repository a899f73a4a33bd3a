import { errorCode } from './database/database.ts';
import type { Desk } from './desk.ts';

/** Logs a failure instead of throwing it: the next round tries again, and what comes after it in this round is done. */
export async function guarded(desk: Desk, need: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    desk.log.error({ need, code: errorCode(error) }, 'sweeper could not repair');
  }
}

/** Does the work for one item after the other. An item that fails keeps none of the others waiting. */
export async function eachGuarded<T>(
  desk: Desk,
  need: string,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) await guarded(desk, need, () => work(item));
}
