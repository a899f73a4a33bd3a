import { sql } from 'kysely';
import type { Present } from '@desk/contract/live';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

export interface PresenceAnnouncement {
  conversationId: string;
  actor: { id: string; name: string };
  state: Present['state'];
  until: Date;
}

// Write, and so notify colleagues, only if the state has changed or the announcement has aged this much.
const refreshAfterSeconds = 5;

export const savePresence = (
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, actor, state, until }: PresenceAnnouncement,
) =>
  tx
    .insertInto('presence')
    .values({
      organization_id: scope.organizationId,
      conversation_id: conversationId,
      actor_id: actor.id,
      actor_name: actor.name,
      state,
      until,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'conversation_id', 'actor_id'])
        .doUpdateSet({ state, until, actor_name: actor.name })
        .where((eb) =>
          eb.or([
            eb('presence.state', '!=', state),
            eb('presence.until', '<', sql<Date>`${until}::timestamptz - make_interval(secs => ${refreshAfterSeconds})`),
          ]),
        ),
    )
    .execute();

export const presentIn = (tx: Tx, scope: OrganizationScope, conversationId: string, now: Date) =>
  tx
    .selectFrom('presence')
    .select(['actor_id', 'actor_name', 'state', 'until'])
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('until', '>', now)
    .orderBy('actor_name')
    .orderBy('actor_id')
    .execute();

/** In all organizations. */
export const deletePresenceBefore = (tx: Tx, before: Date) => sql`select forget_presence(${before})`.execute(tx);
