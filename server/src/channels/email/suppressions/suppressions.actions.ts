import type { Suppression } from '@desk/contract/suppressions';
import { record, type Acting } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { badCursor, decodeCursor, pageOf, type PageQuery } from '../../../platform/http/page.ts';
import { isId, newId } from '../../../platform/process/ids.ts';
import { plainAddress } from '../message/mail.logic.ts';
import {
  deleteSuppressionRow,
  findSuppression,
  findSuppressionById,
  listSuppressionRows,
  suppress,
  type SuppressionRow,
} from './suppressions.store.ts';

/** A page of the addresses that get no mail, newest first. */
export async function pageOfSuppressions(tx: Tx, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const after = positionOf(cursor);
  const found = await listSuppressionRows(tx, scope, { after, limit });
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.created_at.toISOString(), row.id]);
  return { items: rows.map(view), next_cursor };
}

function positionOf(cursor: string | undefined): { at: string; id: string } | null {
  const position = decodeCursor(cursor, 2);
  if (!position) return null;
  const [at, id] = position;
  if (typeof at !== 'string' || typeof id !== 'string' || Number.isNaN(Date.parse(at)) || !isId(id)) throw badCursor();
  return { at, id };
}

/** Throws 404. */
export const showSuppression = (desk: Desk, scope: OrganizationScope, id: string): Promise<Suppression> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findSuppressionById(tx, scope, id);
    if (!row) throw notFound();
    return view(row);
  });

/** Allows mail to the address again. The log omits the address, which is the customer's. Throws 404. */
export const liftSuppression = (desk: Desk, acting: Acting, id: string): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    const lifted = await deleteSuppressionRow(tx, acting, id);
    if (!lifted) throw notFound();
    record(desk, tx, acting, { action: 'email_suppression.removed', subject: { type: 'email_suppression', id } });
  });

/** Records, in the caller's transaction, that mail to the address bounced permanently, or was unwanted. */
export const suppressAddress = (
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  back: { address: string; reason: string; status: string | null; sentMessageId: string },
) =>
  suppress(tx, {
    organization_id: scope.organizationId,
    id: newId(),
    address: back.address,
    reason: back.reason,
    status: back.status,
    message_id: back.sentMessageId,
    created_at: desk.clock.now(),
  });

/** The reason, in words, why the address gets no mail; null if mail may be sent. */
export async function whySuppressed(
  tx: Tx,
  scope: OrganizationScope,
  address: string | null | undefined,
): Promise<string | null> {
  const plain = plainAddress(address);
  return (plain && (await findSuppression(tx, scope, plain))?.reason) || null;
}

const view = ({ id, address, reason, status, created_at }: SuppressionRow): Suppression => ({
  id,
  address,
  reason,
  status,
  created_at: created_at.toISOString(),
});
