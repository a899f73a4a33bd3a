import type { Collection, CreateCollection, listCollections, UpdateCollection } from '@desk/contract/knowledge';
import type { QueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { conflict, notFound, versionConflict } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { idAfter, pageOf } from '../platform/page.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import {
  collectionsAfter,
  findCollection,
  insertCollection,
  lockCollection,
  removeCollection,
  saveCollection,
} from './collections.store.ts';
import { viewCollection } from './collections.view.ts';
import { raiseRevision } from './revision.store.ts';

export async function pageOfCollections(desk: Desk, scope: OrganizationScope, query: QueryOf<typeof listCollections>) {
  const { limit = 50, cursor } = query;
  const found = await inScope(desk.db, scope, (tx) => collectionsAfter(tx, scope, { after: idAfter(cursor), limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewCollection), next_cursor };
}

export const showCollection = (desk: Desk, scope: OrganizationScope, id: string): Promise<Collection> =>
  inScope(desk.db, scope, (tx) => shown(tx, scope, id));

export function addCollection(desk: Desk, scope: OrganizationScope, wish: CreateCollection): Promise<Collection> {
  const now = desk.clock.now();
  const id = newId();
  return inScope(desk.db, scope, async (tx) => {
    const { name, description = null, enabled = true } = wish;
    const owner = { organization_id: scope.organizationId, id };
    await insertCollection(tx, { ...owner, name, description, enabled, created_at: now, updated_at: now });
    return shown(tx, scope, id);
  });
}

interface CollectionEdit {
  id: string;
  change: UpdateCollection;
  expectedVersion: number | null;
}

/** Switching a collection on or off takes effect with the commit: every search compares the revision first. */
export function changeCollection(desk: Desk, scope: OrganizationScope, edit: CollectionEdit): Promise<Collection> {
  const { id, change, expectedVersion } = edit;
  return inScope(desk.db, scope, async (tx) => {
    const before = await lockCollection(tx, scope, id);
    if (!before) throw notFound();
    if (expectedVersion !== null && expectedVersion !== before.version) throw versionConflict();
    await saveCollection(tx, scope, id, { ...change, updated_at: desk.clock.now() });
    if (change.enabled !== undefined && change.enabled !== before.enabled) await raiseRevision(tx, scope);
    return shown(tx, scope, id);
  });
}

/** Only an empty one: a slip of the hand must not take a help centre with it. 409 `in_use` otherwise. */
export function deleteCollection(
  desk: Desk,
  scope: OrganizationScope,
  { id, expectedVersion }: Omit<CollectionEdit, 'change'>,
): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    const before = await lockCollection(tx, scope, id);
    if (!before) throw notFound();
    if (expectedVersion !== null && expectedVersion !== before.version) throw versionConflict();
    const { document_count } = await shown(tx, scope, id);
    if (document_count > 0) throw conflict('in_use', `The collection still holds ${document_count} documents.`);
    await removeCollection(tx, scope, id);
    await raiseRevision(tx, scope);
  });
}

async function shown(tx: Tx, scope: OrganizationScope, id: string): Promise<Collection> {
  const row = await findCollection(tx, scope, id);
  if (!row) throw notFound();
  return viewCollection(row);
}
