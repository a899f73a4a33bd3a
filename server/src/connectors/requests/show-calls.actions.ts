import type { ConnectorCall } from '@desk/contract/connector-calls';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { findConnector } from '../registry/connectors.store.ts';
import { findCall, pageOfCalls, type CallRow } from './calls.store.ts';

/** Newest first. Throws 404, and 422 for a bad cursor. */
export const showCalls = (
  desk: Desk,
  scope: OrganizationScope,
  { connectorId, limit, cursor }: PageQuery & { connectorId: string },
): Promise<{ items: ConnectorCall[]; next_cursor: string | null }> =>
  inScope(desk.db, scope, async (tx) => {
    if (!(await findConnector(tx, scope, connectorId))) throw notFound();
    const found = await pageOfCalls(tx, scope, { connectorId, before: idAfter(cursor), limit });
    const { rows, next_cursor } = pageOf(found, limit, ({ id }) => [id]);
    return { items: rows.map(viewCall), next_cursor };
  });

/** Throws 404. */
export const showCall = (
  desk: Desk,
  scope: OrganizationScope,
  of: { connectorId: string; id: string },
): Promise<ConnectorCall> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findCall(tx, scope, of);
    if (!row) throw notFound();
    return viewCall(row);
  });

const viewCall = (row: CallRow): ConnectorCall => ({
  id: row.id,
  at: row.at.toISOString(),
  purpose: row.purpose,
  template: row.template_id === null ? null : { id: row.template_id, name: row.template_name ?? '' },
  method: row.method,
  path: row.path,
  arguments: row.arguments,
  status: row.status,
  latency_ms: row.latency_ms,
  error: row.error,
  decision_id: row.decision_id,
  conversation_id: row.conversation_id,
  approved_by: row.approved_by,
});
