import { BlobStoreUnavailable } from '../../platform/blobs/blobs.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/process/ids.ts';
import { rawFilesOf, type ChannelTraces } from './erasure.store.ts';
import type { InboundRow } from './lanes.store.ts';
import { rawFilesForgotten, type RawFiles } from './raw-files.jobs.ts';
import { namedRawFiles } from './raw-files.store.ts';
import { clearRaw, clearRawEvents, type Forgetting } from './retention.store.ts';

/** Larger bytes are kept in a file. The embedded engine takes a second for 10 MB, in which nothing else happens. */
const mostBytesInRow = 256 * 1024;
/** Far more than the time from the file to the commit of its event. */
const unnamedMilliseconds = 24 * 3_600_000;
const retryMilliseconds = 60_000;

/**
 * Stores large bytes before the transaction that records their event, and returns the key of their file; null if they belong in the
 * row. A file that no event names after a day, because we crashed in between, is deleted.
 */
export async function keepRawFile(desk: Desk, scope: OrganizationScope, raw: Buffer): Promise<string | null> {
  if (raw.byteLength <= mostBytesInRow) return null;
  const { organizationId } = scope;
  const key = `mails/${organizationId}/${newId()}`;
  await inScope(desk.db, scope, (tx) => promise(desk, tx, { organizationId, keys: [key] }, unnamedMilliseconds));
  await desk.blobs.put(key, raw);
  return key;
}

/** The bytes of a delivery; null if their file is gone. */
export const rawOf = async (desk: Desk, { raw, raw_key: key }: Pick<InboundRow, 'raw' | 'raw_key'>) =>
  key === null ? raw : desk.blobs.get(key);

/** Deletes the raw data of events that are done or given up. The row stays: a repeat of the event must still be recognised. */
export async function forgetRawEvents(desk: Desk, tx: Tx, scope: OrganizationScope, step: Forgetting): Promise<number> {
  const keys = await clearRawEvents(tx, scope, step);
  await promiseRemoval(desk, tx, scope, keys);
  return keys.length;
}

/** Deletes the raw data of one event, which nobody may keep any more. */
export async function forgetRaw(desk: Desk, tx: Tx, event: OrganizationScope & { id: string }): Promise<void> {
  await promiseRemoval(desk, tx, event, await clearRaw(tx, event));
}

async function promiseRemoval(desk: Desk, tx: Tx, { organizationId }: OrganizationScope, all: (string | null)[]) {
  const keys = all.filter((key) => key !== null);
  if (keys.length > 0) await promise(desk, tx, { organizationId, keys }, 0);
}

const promise = (desk: Desk, tx: Tx, files: RawFiles, afterMilliseconds: number): Promise<void> =>
  desk.jobs.enqueue(
    tx,
    rawFilesForgotten,
    files,
    afterMilliseconds > 0 ? { startAfter: { milliseconds: afterMilliseconds } } : {},
  );

/** The job. While the files cannot be reached, the next one is promised. */
export async function forgetRawFiles(desk: Desk, { organizationId, keys }: RawFiles): Promise<void> {
  const scope = { organizationId };
  const named = await inScope(desk.db, scope, (tx) => namedRawFiles(tx, scope, keys));
  const unnamed = keys.filter((key) => !named.has(key));
  try {
    for (const key of unnamed) await desk.blobs.remove(key);
  } catch (error) {
    if (!(error instanceof BlobStoreUnavailable)) throw error;
    await inScope(desk.db, scope, (tx) => promise(desk, tx, { organizationId, keys: unnamed }, retryMilliseconds));
  }
}

/** Removes the files of the events that an erasure forgets next: bytes before rows, as after a crash they are then found again. */
export async function eraseRawFiles(desk: Desk, scope: OrganizationScope, traces: ChannelTraces): Promise<void> {
  for (let after = 0; ;) {
    const files = await inScope(desk.db, scope, (tx) => rawFilesOf(tx, scope, { ...traces, after }));
    for (const { raw_key: key } of files) await desk.blobs.remove(key);
    if (files.length < traces.limit) return;
    after = files.at(-1)?.id ?? after;
  }
}
