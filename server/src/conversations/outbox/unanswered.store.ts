import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

/**
 * The time of the customer's oldest unanswered message; null if every message is answered. A person's message that did not
 * arrive, or whose outcome is unknown, is no answer; an automatic message loses its `answers_seq` in that case. A message
 * that was decided to need no answer is not unanswered.
 */
export async function unansweredSince(tx: Tx, scope: OrganizationScope, conversationId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with thread as (
      select m.id, m.seq, m.kind, m.answers_seq, m.automated, m.created_at from message m
      where m.organization_id = ${scope.organizationId} and m.conversation_id = ${conversationId}
    ), answered as (
      select coalesce(max(t.seq), 0) as seq from thread t
      where (t.kind = 'ai' and t.answers_seq is not null)
         or (t.kind = 'human' and not exists (select 1 from outbox o
               where o.organization_id = ${scope.organizationId} and o.message_id = t.id
                 and o.state in ('cancelled', 'unknown', 'dead')))
    )
    select min(t.created_at) as since from thread t, answered a
    where t.kind = 'customer' and not t.automated and t.seq > a.seq
      and not exists (select 1 from decision d
        where d.organization_id = ${scope.organizationId} and d.conversation_id = ${conversationId}
          and d.disposition = 'carried_out' and d.outcome = 'suppress' and t.id = any (d.message_ids))`.execute(tx);
  return rows[0]?.since ?? null;
}
