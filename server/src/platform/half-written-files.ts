import { atMostEvery } from './at-most-every.ts';
import type { Desk } from './desk.ts';

const hour = 3_600_000;
const isDue = atMostEvery(24 * hour);

/** Removes what killed processes have left half-written, once a day: it is the words of customers, and nothing else knows of it. */
export async function removeRemains(desk: Pick<Desk, 'blobs' | 'db' | 'clock'>): Promise<void> {
  // Another process may be writing: an archive takes hours, but is written to all the time.
  if (isDue(desk)) await desk.blobs.removeRemains(new Date(desk.clock.now().getTime() - 6 * hour));
}
