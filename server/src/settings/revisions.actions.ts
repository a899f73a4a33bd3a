import type { SettingsRevision } from '@desk/contract/revisions';
import type { Settings, UpdateSettings } from '@desk/contract/settings';
import type { Acting } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { notFound, type ExpectedVersion } from '../platform/http/errors.ts';
import { badCursor, decodeCursor, pageOf, type PageQuery } from '../platform/http/page.ts';
import { patchBetween, revisedSettings } from './revisions.logic.ts';
import { reviseSettings, type DestinationExists, type PublishGate } from './settings.actions.ts';
import {
  findSettings,
  findSettingsSnapshot,
  settingsSnapshotsBefore,
  type SettingsSnapshotRow,
} from './settings.store.ts';

/** Newest first, each with its changes. */
export const showSettingsRevisions = (desk: Desk, scope: OrganizationScope, query: PageQuery) =>
  inScope(desk.db, scope, async (tx) => {
    const [before = null] = decodeCursor(query.cursor, 1) ?? [];
    if (before !== null && !Number.isSafeInteger(before)) throw badCursor();
    const { limit } = query;
    const { version } = await findSettings(tx, scope);
    // Read one row more than the page: it shows that there is a next page, and the last revision is compared with it.
    const position = before === null ? null : Number(before);
    const found = await settingsSnapshotsBefore(tx, scope, { before: position, limit: limit + 1 });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.version]);
    return { items: rows.map((row, at) => viewRevision(row, found[at + 1] ?? null, version)), next_cursor };
  });

const viewRevision = (
  row: SettingsSnapshotRow,
  earlier: SettingsSnapshotRow | null,
  current: number,
): SettingsRevision => ({
  revision: row.version,
  current: row.version === current,
  author: row.author_id || row.author_name ? { id: row.author_id, name: row.author_name } : null,
  at: row.saved_at.toISOString(),
  diff: earlier ? revisedSettings(earlier, row) : [],
});

/** The patch that restoring a revision would apply, for the publish gate. Throws 404 if the revision is not kept. */
export const restoringPatch = (desk: Desk, scope: OrganizationScope, revision: number): Promise<UpdateSettings> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findSettingsSnapshot(tx, scope, revision);
    if (!row) throw notFound();
    return patchBetween((await findSettings(tx, scope)).doc, row.doc);
  });

interface SettingsRestoring {
  revision: number;
  expectedVersion: ExpectedVersion;
  gate: PublishGate;
  destinationExists: DestinationExists;
}

/**
 * Restores the settings of a revision. Throws 404 if the revision is not kept, 412 if `expectedVersion` is not the current one,
 * 422 if its default destination no longer exists.
 */
export async function restoreSettings(
  desk: Desk,
  acting: Acting,
  { revision, gate, ...revising }: SettingsRestoring,
): Promise<Settings> {
  return gate(async (tx) => {
    const row = await findSettingsSnapshot(tx, acting, revision);
    if (!row) throw notFound();
    return reviseSettings(desk, tx, acting, { ...revising, action: 'settings.restored', next: () => row.doc });
  });
}
