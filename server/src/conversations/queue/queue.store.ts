import type { Channel, Owner, Status } from '@desk/contract/conversations';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

export interface QueueFilter {
  owner?: Owner | undefined;
  status?: Status | undefined;
  channel?: Channel | undefined;
  tag_id?: string | undefined;
  destination_id?: string | undefined;
  assignee_id?: string | undefined;
  customer_id?: string | undefined;
  needs?: 'approval' | 'reply' | undefined;
  q?: string | undefined;
  sort?: 'waiting_since' | 'updated_at' | undefined;
}

export interface QueuePage {
  limit: number;
  after: { at: string | null; id: string } | null;
}

/**
 * Longest waiting first, or latest change first. One row more than `limit` tells whether there is a next page.
 * Ordered by id as well: two messages in one webhook batch share a timestamp.
 */
export function listQueue(tx: Tx, scope: OrganizationScope, filter: QueueFilter, page: QueuePage) {
  const byWait = filter.sort === 'waiting_since';
  let rows = tx.selectFrom('conversation').selectAll().where('organization_id', '=', scope.organizationId);
  if (filter.owner) rows = rows.where('owner', '=', filter.owner);
  if (filter.status) rows = rows.where('status', '=', filter.status);
  if (filter.channel) rows = rows.where('channel', '=', filter.channel);
  if (filter.destination_id) rows = rows.where('destination_id', '=', filter.destination_id);
  if (filter.tag_id) rows = rows.where(sql<boolean>`${filter.tag_id}::uuid = any (tag_ids)`);
  if (filter.assignee_id === 'none') rows = rows.where('assignee_id', 'is', null);
  else if (filter.assignee_id) rows = rows.where('assignee_id', '=', filter.assignee_id);
  if (filter.customer_id) rows = rows.where('customer_id', '=', filter.customer_id);
  if (filter.needs === 'approval') rows = rows.where('ai_state', '=', 'awaiting_approval');
  if (filter.needs === 'reply') rows = rows.where('status', '=', 'open').where('owner', '=', 'human');
  if (filter.q) rows = rows.where(matches(filter.q));
  if (page.after) rows = rows.where(byWait ? afterWait(page.after) : afterUpdate(page.after));
  return (
    byWait
      ? rows.orderBy(sql`coalesce(waiting_since, 'infinity'::timestamptz)`).orderBy('id')
      : rows.orderBy('updated_at', 'desc').orderBy('id')
  )
    .limit(page.limit + 1)
    .execute();
}

const afterWait = (after: { at: string | null; id: string }) =>
  sql<boolean>`(coalesce(waiting_since, 'infinity'::timestamptz), id) > (coalesce(${after.at}::timestamptz, 'infinity'::timestamptz), ${after.id}::uuid)`;

// The first condition bounds the index; an `or` alone would read it from the start.
const afterUpdate = (after: { at: string | null; id: string }) =>
  sql<boolean>`(updated_at <= ${after.at}::timestamptz
    and (updated_at < ${after.at}::timestamptz or id > ${after.id}::uuid))`;

const matches = (text: string) =>
  sql<boolean>`id in (select conversation_id from conversations_with(${text}, 1000000))`;
