import { sql } from 'kysely';
import type { Channel } from '@desk/contract/conversations';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { OutboxRow } from './outbox.store.ts';

/** Newest first: rows older than `before.at`, or of the same millisecond with a lower id. */
export interface DeadPage {
  before: { at: Date; id: string } | null;
  limit: number;
}

export type DeadSend = Pick<OutboxRow, 'id' | 'kind' | 'state' | 'last_error' | 'attempts' | 'conversation_id'> & {
  channel: Channel;
  at: Date;
};

const at = sql<Date>`date_trunc('milliseconds', o.created_at)`;

const sends = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('outbox as o')
    .innerJoin('conversation as c', (on) =>
      on.onRef('c.organization_id', '=', 'o.organization_id').onRef('c.id', '=', 'o.conversation_id'),
    )
    .select(['o.id', 'o.kind', 'o.state', 'o.last_error', 'o.attempts', 'o.conversation_id', 'c.channel', at.as('at')])
    .where('o.organization_id', '=', scope.organizationId);

const dead = (tx: Tx, scope: OrganizationScope) =>
  sends(tx, scope).where('o.state', 'in', ['dead', 'unknown']).where('o.discarded_at', 'is', null);

/** The sends that did not arrive, or whose outcome is unknown, and that nobody has discarded. */
export const deadSends = (tx: Tx, scope: OrganizationScope, { before, limit }: DeadPage): Promise<DeadSend[]> =>
  dead(tx, scope)
    .$if(before !== null, (rows) => rows.where(sql<boolean>`(${at}, o.id) < (${before?.at}, ${before?.id}::uuid)`))
    .orderBy(at, 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();

/** Finds a send in any state. */
export const findSend = (tx: Tx, scope: OrganizationScope, id: string): Promise<DeadSend | undefined> =>
  sends(tx, scope).where('o.id', '=', id).executeTakeFirst();

/** Finds a send only while a person has to decide about it. */
export const findDeadSend = (tx: Tx, scope: OrganizationScope, id: string): Promise<DeadSend | undefined> =>
  dead(tx, scope).where('o.id', '=', id).executeTakeFirst();

/** The dead or unknown reply of this message. */
export const findDeadReply = (tx: Tx, scope: OrganizationScope, messageId: string): Promise<DeadSend | undefined> =>
  dead(tx, scope).where('o.message_id', '=', messageId).where('o.kind', '=', 'reply').executeTakeFirst();

/** The replies over this channel that failed because the grant was missing, unless a later reply of ours followed. */
export async function repliesWithoutGrant(tx: Tx, scope: OrganizationScope, channel: Channel): Promise<DeadSend[]> {
  return dead(tx, scope)
    .where('c.channel', '=', channel)
    .where('o.kind', '=', 'reply')
    .where('o.state', '=', 'dead')
    .where(sql<boolean>`(o.last_error like 'needs_reauth%' or o.last_error like 'not_connected%')`)
    .where(
      sql<boolean>`not exists (
        select from message later join message said
          on said.organization_id = later.organization_id and said.conversation_id = later.conversation_id
        where later.organization_id = o.organization_id and later.conversation_id = o.conversation_id
          and said.id = o.message_id and later.seq > said.seq and later.kind in ('ai', 'human'))`,
    )
    .orderBy('o.position')
    .limit(1_000)
    .execute();
}

/**
 * Makes a dead send pending again under the conversation's present epoch: a person wants it, or nobody has replied since.
 * The sender first searches the channel for the earlier attempt. A mail with unknown outcome gets a new Message-ID, because
 * a relay cannot be searched. Returns false if the send is not dead any more.
 */
export async function revive(tx: Tx, scope: OrganizationScope, { id, channel }: Pick<DeadSend, 'id' | 'channel'>) {
  const retryKey =
    channel === 'email'
      ? sql<string>`case when state = 'unknown' then dedupe_key || ':again' else dedupe_key end`
      : undefined;
  const revived = await tx
    .updateTable('outbox')
    .set({
      ...(retryKey ? { dedupe_key: retryKey } : {}),
      first_attempt_at: sql`case when state = 'dead' then null else first_attempt_at end`,
      state: 'pending',
      epoch: sql`(select c.epoch from conversation c where c.organization_id = outbox.organization_id and c.id = outbox.conversation_id)`,
      next_at: sql`clock_timestamp()`,
      last_error: null,
      lease: null,
      send_deadline: null,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['dead', 'unknown'])
    .where('discarded_at', 'is', null)
    .returning(['id', 'message_id', 'handover_id'])
    .executeTakeFirst();
  if (revived?.message_id && !revived.handover_id) await restoreAnswer(tx, scope, revived.message_id);
  return revived !== undefined;
}

// The AI's message lost its `answers_seq` when the send was lost: restore it.
const restoreAnswer = (tx: Tx, scope: OrganizationScope, messageId: string) =>
  sql`update message said set answers_seq = asked.seq
    from (select m.id, max(c.seq) as seq from message m join message c
        on c.organization_id = m.organization_id and c.conversation_id = m.conversation_id and c.kind = 'customer' and c.seq < m.seq
      where m.organization_id = ${scope.organizationId} and m.id = ${messageId} and m.kind = 'ai' group by m.id) asked
    where said.organization_id = ${scope.organizationId} and said.id = asked.id
      and not exists (select from message o where o.organization_id = said.organization_id
        and o.conversation_id = said.conversation_id and o.answers_seq = asked.seq)`.execute(tx);

/** Discards a dead send: it is no longer listed, and cannot be sent any more. Returns false if it is not a dead send any more. */
export async function discardSend(tx: Tx, scope: OrganizationScope, id: string): Promise<boolean> {
  const discarded = await tx
    .updateTable('outbox')
    .set({ discarded_at: sql`clock_timestamp()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['dead', 'unknown'])
    .where('discarded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return discarded !== undefined;
}
