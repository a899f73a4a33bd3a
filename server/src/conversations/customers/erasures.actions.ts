import type { Erasure } from '@desk/contract/customers';
import { record, type Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { notFound, type ExpectedVersion } from '../../platform/http/errors.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { newId } from '../../platform/process/ids.ts';
import { identityHash } from './arrival.store.ts';
import { deleteFiles, filesToErase } from './erase.store.ts';
import { addToCount, erasuresBefore, findErasure, insertErasure, insertMarks, setApart } from './erasure.store.ts';
import { lockedPerson } from './persons.actions.ts';
import { viewErasure } from './persons.view.ts';

/**
 * Begins the erasure of a person: from the commit on, nobody finds them, and messages that they wrote before are ignored. Their
 * words are removed later, in many steps, which the caller promises in the same transaction. Throws 404, 412.
 */
export async function beginErasure(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, expectedVersion }: { id: string; expectedVersion: ExpectedVersion },
): Promise<Erasure> {
  const { first, identities } = await lockedPerson(tx, acting, { id, expectedVersion });
  const erasure = await insertErasure(tx, acting, { id: newId(), customerId: first.id });
  const { organizationId } = acting;
  const hashes = identities.map(({ channel, identity }) => identityHash(desk, { organizationId, channel, identity }));
  await insertMarks(tx, acting, { hashes, at: erasure.requested_at });
  for (const row of identities) await setApart(tx, row, erasure.id);
  const changes = { erasure_id: { from: null, to: erasure.id } };
  record(desk, tx, acting, { action: 'customer.erased', subject: { type: 'customer', id: first.id }, changes });
  return viewErasure(erasure);
}

export async function pageOfErasures(tx: Tx, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const found = await erasuresBefore(tx, scope, { before: idAfter(cursor), limit });
  const { rows, next_cursor } = pageOf(found, limit, ({ id }) => [id]);
  return { items: rows.map(viewErasure), next_cursor };
}

/** Throws 404. */
export async function readErasure(tx: Tx, scope: OrganizationScope, id: string): Promise<Erasure> {
  const row = await findErasure(tx, scope, id);
  if (!row) throw notFound();
  return viewErasure(row);
}

const filesAStep = 20;

/** Removes the bytes before the rows that name them: after a crash in between, the rows still lead to the files. */
export async function eraseFiles(
  desk: Desk,
  scope: OrganizationScope,
  { erasureId, customerIds }: { erasureId: string; customerIds: readonly string[] },
): Promise<void> {
  for (;;) {
    const files = await inScope(desk.db, scope, (tx) => filesToErase(tx, scope, { customerIds, limit: filesAStep }));
    for (const { blob_key } of files) await desk.blobs.remove(blob_key);
    await inScope(desk.db, scope, async (tx) => {
      const removed = await deleteFiles(
        tx,
        scope,
        files.map(({ id }) => id),
      );
      await addToCount(tx, scope, { id: erasureId, thing: 'files', count: removed });
    });
    if (files.length < filesAStep) return;
  }
}
