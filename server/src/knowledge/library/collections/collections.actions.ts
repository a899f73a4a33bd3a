import type { Collection, CreateCollection, listCollections, UpdateCollection } from '@desk/contract/knowledge';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import { changesNothing, recordEdit, type Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { conflict, notFound, presentAt, type ExpectedVersion } from '../../../platform/http/errors.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { newId } from '../../../platform/process/ids.ts';
import { idAfter, pageOf } from '../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import {
  collectionsAfter,
  findCounted,
  insertCollection,
  lockCollection,
  removeCollection,
  saveCollection,
  type CollectionRow,
  type CollectionCounts,
} from './collections.store.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { raiseRevision } from '../passages/revision.store.ts';

export async function pageOfCollections(
  desk: Desk,
  scope: OrganizationScope,
  query: FilledQueryOf<typeof listCollections>,
) {
  const { limit, cursor } = query;
  const position = { after: idAfter(cursor), limit, now: desk.clock.now() };
  const found = await inScope(desk.db, scope, (tx) => collectionsAfter(tx, scope, position));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewCollection), next_cursor };
}

export const showCollection = (desk: Desk, scope: OrganizationScope, id: string): Promise<Collection> =>
  inScope(desk.db, scope, (tx) => shown(desk, tx, scope, id));

export function addCollection(desk: Desk, acting: Acting, wish: CreateCollection): Promise<Collection> {
  const now = desk.clock.now();
  const id = newId();
  return inScope(desk.db, acting, async (tx) => {
    const { name, description = null, enabled = true, audience = 'customers' } = wish;
    const owner = { organization_id: acting.organizationId, id };
    await insertCollection(tx, { ...owner, name, description, enabled, audience, created_at: now, updated_at: now });
    const added = await shown(desk, tx, acting, id);
    note(desk, tx, acting, { action: 'collection.created', before: {}, after: added });
    return added;
  });
}

interface CollectionEdit {
  id: string;
  change: UpdateCollection;
  expectedVersion: ExpectedVersion;
}

/** A change of `enabled` or `audience` takes effect with the commit: every search compares the revision first. */
export function changeCollection(desk: Desk, acting: Acting, edit: CollectionEdit): Promise<Collection> {
  const { id, change, expectedVersion } = edit;
  return inScope(desk.db, acting, async (tx) => {
    const before = presentAt(await lockCollection(tx, acting, id), expectedVersion);
    if (changesNothing(before, { ...before, ...change }, fields)) return shown(desk, tx, acting, id);
    await saveCollection(tx, acting, id, { ...change, updated_at: desk.clock.now() });
    if (changesVisibility(before, change)) {
      await announceKnowledgeChange(desk, tx, acting);
      await raiseRevision(tx, acting);
    }
    const after = await shown(desk, tx, acting, id);
    note(desk, tx, acting, { action: 'collection.updated', before, after });
    return after;
  });
}

const changesVisibility = (before: CollectionRow, { enabled, audience }: UpdateCollection): boolean =>
  (enabled ?? before.enabled) !== before.enabled || (audience ?? before.audience) !== before.audience;

/** Finds the objects of other domains that refer to a collection, such as rules of the routing policy. */
export type UsersOfCollection = (tx: Tx, scope: OrganizationScope, id: string) => Promise<CollectionUser[]>;

interface CollectionUser {
  readonly type: string;
  readonly id: string | null;
  readonly name: string;
}

/** Deletes an empty collection that no rule refers to; otherwise throws 409 `in_use`: a slip must not delete a help centre. */
export function deleteCollection(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, usersOfCollection }: Omit<CollectionEdit, 'change'> & { usersOfCollection: UsersOfCollection },
): Promise<void> {
  return inScope(desk.db, acting, async (tx) => {
    presentAt(await lockCollection(tx, acting, id), expectedVersion);
    const before = await shown(desk, tx, acting, id);
    if (before.document_count > 0)
      throw conflict('in_use', sentence`The collection still has documents (${before.document_count}).`);
    const users = await usersOfCollection(tx, acting, id);
    if (users.length > 0) throw conflict('in_use', sentence`It is in use. Change what uses it first.`, { users });
    await removeCollection(tx, acting, id);
    await raiseRevision(tx, acting);
    note(desk, tx, acting, { action: 'collection.deleted', before, after: {} });
  });
}

type CollectionFields = Partial<Pick<Collection, 'id' | 'name' | 'description' | 'enabled' | 'audience'>>;

interface CollectionAudit {
  action: string;
  before: CollectionFields;
  after: CollectionFields;
}

const fields = ['name', 'description', 'enabled', 'audience'] as const;

function note(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: CollectionAudit): void {
  const { id = '', name = '' } = { ...before, ...after };
  const subject = { type: 'collection', id, name };
  recordEdit(desk, tx, acting, { action, subject, before, after, fields });
}

async function shown(desk: Desk, tx: Tx, scope: OrganizationScope, id: string): Promise<Collection> {
  const row = await findCounted(tx, scope, id, desk.clock.now());
  if (!row) throw notFound();
  return viewCollection(row);
}

const viewCollection = (row: CollectionRow & CollectionCounts): Collection => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  audience: row.audience,
  document_count: row.document_count,
  ready_count: row.ready_count,
  failed_count: row.failed_count,
  used_last_7_days: row.used_last_7_days,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});
