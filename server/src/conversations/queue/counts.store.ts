import type { Channel } from '@desk/contract/conversations';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

type ViewCounts = Record<
  'waiting' | 'mine' | 'unassigned' | 'approval' | 'ai' | 'snoozed' | 'all_open' | 'resolved' | 'every',
  number
> &
  Record<Channel, number>;

// The number of done conversations grows for years and is counted after each change, so the count stops where it only means "many".
const manyConversations = 1_000;

/**
 * Counts the conversations of each view; `resolved` and `every` only up to a thousand. `userId` is null if the caller is not a
 * person.
 */
export async function countViews(tx: Tx, scope: OrganizationScope, userId: string | null): Promise<ViewCounts> {
  const { rows } = await sql<ViewCounts>`
    select count(*) filter (where status = 'open' and owner = 'human')::int as waiting,
      count(*) filter (where assignee_id = ${userId}::uuid and status in ('open', 'pending'))::int as mine,
      count(*) filter (where owner = 'human' and assignee_id is null and status = 'open')::int as unassigned,
      count(*) filter (where ai_state = 'awaiting_approval')::int as approval,
      count(*) filter (where owner = 'ai' and status in ('open', 'pending'))::int as ai,
      count(*) filter (where status = 'snoozed')::int as snoozed,
      count(*) filter (where status = 'open')::int as all_open,
      (select count(*)::int from (
        select 1 from conversation where organization_id = ${scope.organizationId} and status = 'resolved'
        limit ${manyConversations}) as done) as resolved,
      (select count(*)::int from (
        select 1 from conversation where organization_id = ${scope.organizationId} limit ${manyConversations}) as each) as every,
      count(*) filter (where status = 'open' and channel = 'chatdesk')::int as chatdesk,
      count(*) filter (where status = 'open' and channel = 'ticketdesk')::int as ticketdesk,
      count(*) filter (where status = 'open' and channel = 'email')::int as email
    from conversation
    where organization_id = ${scope.organizationId} and status in ('open', 'pending', 'snoozed')`.execute(tx);
  const [counted] = rows;
  if (!counted) throw new Error('Counting gives one row.');
  return counted;
}

/** Open conversations by destination, the fullest first. */
export const countByDestination = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('conversation')
    .select(['destination_id', sql<number>`count(*)::int`.as('count')])
    .where('organization_id', '=', scope.organizationId)
    .where('status', '=', 'open')
    .where('destination_id', 'is not', null)
    .groupBy('destination_id')
    .orderBy('count', 'desc')
    .orderBy('destination_id')
    .execute();
