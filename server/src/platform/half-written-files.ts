import { atMostEvery } from './at-most-every.ts';
import type { Desk } from './desk.ts';

const hour = 3_600_000;
const isDue = atMostEvery(24 * hour);

/** Removes once a day the files that killed processes have left half-written: they may contain customers' words, and no row names them. */
export async function removeRemains(desk: Pick<Desk, 'blobs' | 'db' | 'clock'>): Promise<void> {
  // Another process may be writing: an archive takes hours, but is written to all the time.
  if (isDue(desk)) await desk.blobs.removeRemains(new Date(desk.clock.now().getTime() - 6 * hour));
}
