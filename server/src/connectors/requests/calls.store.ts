import type { ConnectorCall } from '@desk/contract/connector-calls';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { lowestId } from '../../platform/process/ids.ts';
import './calls.tables.ts';

export type CallRow = Selectable<Tables['connector_call']>;

/** Counts the connector's requests since `since`. */
export async function callsSince(tx: Tx, scope: OrganizationScope, connectorId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('connector_call')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    // Bounds the index scan: a busy connector has a month of calls.
    .where('id', '>=', lowestId(since.getTime()))
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CallCounts {
  calls: number;
  failed: number;
}

/** Counts calls by connector; connectors without calls are left out. */
export async function countCalls(
  tx: Tx,
  scope: OrganizationScope,
  { connectorIds, since }: { connectorIds: readonly string[]; since: Date },
): Promise<Map<string, CallCounts>> {
  if (connectorIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('connector_call')
    .select('connector_id')
    .select(sql<number>`count(*)::int`.as('calls'))
    // Without an example, a check requests the base URL: a 404 there is no failure of the service.
    .select(
      sql<number>`count(error) filter (where template_name is not null or status is distinct from 404)::int`.as(
        'failed',
      ),
    )
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', 'in', connectorIds)
    .where('id', '>=', lowestId(since.getTime()))
    .groupBy('connector_id')
    .execute();
  return new Map(rows.map(({ connector_id, ...counted }) => [connector_id, counted]));
}

export async function insertCall(tx: Tx, row: Insertable<Tables['connector_call']>): Promise<void> {
  await tx.insertInto('connector_call').values(row).execute();
}

export async function endCall(
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  ending: Pick<ConnectorCall, 'status' | 'latency_ms' | 'error'>,
): Promise<void> {
  await tx
    .updateTable('connector_call')
    .set(ending)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Links the calls to the decision that used them and to its conversation. */
export async function linkCalls(
  tx: Tx,
  scope: OrganizationScope,
  { callIds, decisionId, conversationId }: { callIds: readonly string[]; decisionId: string; conversationId: string },
): Promise<void> {
  if (callIds.length === 0) return;
  await tx
    .updateTable('connector_call')
    .set({ decision_id: decisionId, conversation_id: conversationId })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', callIds)
    .execute();
}

/** Newest first; returns up to `limit` + 1 rows: the extra row means that there is a next page. */
export function pageOfCalls(
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, before, limit }: { connectorId: string; before: string | null; limit: number },
): Promise<CallRow[]> {
  const rows = tx
    .selectFrom('connector_call')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return (before ? rows.where('id', '<', before) : rows).execute();
}

export const findCall = (
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, id }: { connectorId: string; id: string },
): Promise<CallRow | undefined> =>
  tx
    .selectFrom('connector_call')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes calls of these conversations, and others with one of these values (an address, an id) among their arguments. */
export async function eraseCalls(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { conversationIds, values }: { conversationIds: readonly string[]; values: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from connector_call where organization_id = ${organizationId}
    and (conversation_id = any(${[...conversationIds]}::uuid[]) or exists (select from jsonb_each_text(arguments) given
      where lower(given.value) = any(${values.map((value) => value.toLowerCase())}::text[])))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes calls older than `before`. */
export async function forgetCalls(tx: Tx, scope: OrganizationScope, connectorId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('connector_call')
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .where('at', '<', before)
    .execute();
}
