import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

/** The most conversations of one round; the sweeper repeats it for the rest. */
const mostAtOnce = 500;

/** Conversations of all organizations that wait with nobody at work on them; ids only (0005). */
export const overdueConversations = (tx: Tx) =>
  sql<{ organization_id: string; conversation_id: string; need: 'deadline' | 'turn' | 'lost' | 'wake' | 'delivery' }>`
    select organization_id, conversation_id, need from overdue_conversations() limit ${mostAtOnce}`
    .execute(tx)
    .then((result) => result.rows);

/** Pending conversations of all organizations whose time has run out by their settings; ids only (0055). */
export const inactiveConversations = (tx: Tx, now: Date) =>
  sql<{ organization_id: string; conversation_id: string }>`
    select organization_id, conversation_id from inactive_conversations(${now}, ${mostAtOnce})`
    .execute(tx)
    .then((result) => result.rows);

/** Why the conversation needs repair: the need that `overdueConversations` lists, or a failed turn with this lease. */
export type OverdueTurn = { need: 'deadline' | 'lost' | 'wake' } | { need: 'failed'; lease: string };

/** Locks the conversation if it is still overdue: it may have been answered since it was listed. */
export const lockOverdue = (tx: Tx, scope: OrganizationScope, id: string, overdue: OverdueTurn) =>
  tx
    .selectFrom('conversation')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where(conditionOf(overdue))
    .forUpdate()
    .executeTakeFirst();

function conditionOf(overdue: OverdueTurn): RawBuilder<boolean> {
  switch (overdue.need) {
    case 'deadline':
      return sql`owner = 'ai' and turn_deadline_at < clock_timestamp()`;
    case 'lost':
      return sql`owner = 'ai' and ai_state = 'idle' and status = 'open' and waiting_since is not null`;
    case 'wake':
      return sql`status = 'snoozed' and snoozed_until < clock_timestamp()`;
    case 'failed':
      return sql`(triage_due or (owner = 'ai' and ai_state in ('queued', 'running'))) and (turn_lease = ${overdue.lease}
        or (coalesce(turn_due_at, '-infinity') <= clock_timestamp()
          and coalesce(turn_lease_until, '-infinity') < clock_timestamp()))`;
  }
}
