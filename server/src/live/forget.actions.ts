import type { Desk } from '../platform/desk.ts';
import { unscoped } from '../platform/database/transaction.ts';
import { deleteEventsBefore } from './events.store.ts';

const keptForMilliseconds = 24 * 3_600_000;

/** Deletes events older than a day; part of the sweep. Clients that return later must reload everything. */
export const forgetEvents = (desk: Desk): Promise<unknown> =>
  unscoped(desk.db, (tx) => deleteEventsBefore(tx, new Date(desk.clock.now().getTime() - keptForMilliseconds)));
