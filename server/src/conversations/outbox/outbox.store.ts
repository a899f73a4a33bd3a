import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { ofErased } from '../customers/erasure.store.ts';
import type { ConversationRow } from '../record/conversations.store.ts';
import type { OutboxContent } from '../record/conversations.tables.ts';
import { withdrawalErrors } from './withdrawals.ts';

export type OutboxRow = Selectable<Tables['outbox']>;

/** A sender's HTTP time-outs are well below this, so that a send past its deadline is over. */
export const sendDeadlineSeconds = 10;
/** For messages with files: uploads take longer, and no fence depends on them because only people send files. */
const deadlineWithFilesSeconds = 120;

const deadlineSeconds = sql<number>`case when actor = 'human' and exists (select from attachment a
  where a.organization_id = outbox.organization_id and a.message_id = outbox.message_id)
  then ${sql.lit(deadlineWithFilesSeconds)} else ${sql.lit(sendDeadlineSeconds)} end`;

// Literals, because a generic plan cannot use the partial index of open rows.
const isOpen = sql<boolean>`state in ('pending', 'sending')`;

export interface NewOutboxRow {
  kind: OutboxRow['kind'];
  actor: OutboxRow['actor'];
  messageId: string | null;
  handoverId: string | null;
  content: OutboxContent;
  /** Stable: every attempt to send the same message carries the same key. */
  dedupeKey: string;
  /**
   * Whether this transaction has just checked, under the conversation's lock, everything that could forbid the send: then it is
   * also the fence before the send.
   */
  checked: boolean;
}

/**
 * Does nothing if the key exists already. With a `lease`, the row is marked as `sending` unless another row of the conversation
 * waits before it.
 */
export const insertOutbox = (
  tx: Tx,
  conversation: ConversationRow,
  row: NewOutboxRow,
  { now, lease }: { now: Date; lease: string | null },
): Promise<OutboxRow | undefined> =>
  tx
    .with('ahead', (db) =>
      db.selectNoFrom(
        sql<boolean>`exists (select from outbox where organization_id = ${conversation.organization_id}
          and conversation_id = ${conversation.id} and ${isOpen})`.as('waits'),
      ),
    )
    .insertInto('outbox')
    .values({
      organization_id: conversation.organization_id,
      id: newId(),
      conversation_id: conversation.id,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from outbox
        where organization_id = ${conversation.organization_id} and conversation_id = ${conversation.id})`,
      kind: row.kind,
      actor: row.actor,
      epoch: conversation.epoch,
      message_id: row.messageId,
      handover_id: row.handoverId,
      content: JSON.stringify(row.content),
      dedupe_key: row.dedupeKey,
      created_at: now,
      ...(lease === null ? { first_attempt_at: null, lease: null, send_deadline: null } : sendingUnderLease(lease)),
      provider_message_id: null,
      last_error: null,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'dedupe_key']).doNothing())
    .returningAll()
    .executeTakeFirst();

const sendingUnderLease = (lease: string) => ({
  state: unlessOthersWait(sql<'pending' | 'sending'>`'sending'`, sql`'pending'`),
  attempts: unlessOthersWait(sql<number>`1`, sql`0`),
  first_attempt_at: unlessOthersWait(sql<Date>`clock_timestamp()`),
  lease: unlessOthersWait(sql<string>`${lease}::uuid`),
  send_deadline: unlessOthersWait(
    sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(sendDeadlineSeconds)})`,
  ),
});

const unlessOthersWait = <T>(value: RawBuilder<T>, otherwise: RawBuilder<unknown> = sql`null`) =>
  sql<T>`case when (select waits from ahead) then ${otherwise} else ${value} end`;

const ofConversation = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .selectFrom('outbox')
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId);

/** The next row to send: replies are sent in the order in which they were decided. */
export const lowestOpen = (
  tx: Tx,
  scope: OrganizationScope,
  conversation: Pick<ConversationRow, 'organization_id' | 'id' | 'customer_id'>,
) =>
  ofConversation(tx, scope, conversation.id)
    .selectAll()
    .select([
      sql<boolean>`next_at > clock_timestamp()`.as('early'),
      sql<boolean>`coalesce(send_deadline > clock_timestamp(), false)`.as('in_flight'),
      ofErased(conversation).as('erased'),
    ])
    .where(isOpen)
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Whether any row waits to be sent, now or later, or is in flight. */
export const hasOpenWords = async (tx: Tx, scope: OrganizationScope, conversationId: string): Promise<boolean> =>
  (await ofConversation(tx, scope, conversationId).select('id').where(isOpen).limit(1).executeTakeFirst()) !==
  undefined;

export const markSending = (tx: Tx, row: OutboxRow, lease: string) =>
  tx
    .updateTable('outbox')
    .set({
      state: 'sending',
      lease,
      attempts: sql`attempts + 1`,
      first_attempt_at: sql`coalesce(first_attempt_at, clock_timestamp())`,
      send_deadline: sql`clock_timestamp() + make_interval(secs => ${deadlineSeconds})`,
    })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export type OutboxSettlement =
  | {
      state: 'sent';
      providerMessageId: string;
      /** Why the helpdesk did not assign the conversation as the note asked; absent if it did. */
      unassigned?: string;
    }
  | { state: 'pending'; error: string; afterMilliseconds: number }
  | { state: 'cancelled' | 'unknown' | 'dead'; error: string };

/**
 * Returns undefined if the lease is no longer ours: its new holder settles the row. `others_open` tells the same as `hasOpenWords`.
 */
export const settleDelivery = (tx: Tx, row: OutboxRow, result: OutboxSettlement) =>
  tx
    .updateTable('outbox')
    .set({
      state: result.state,
      send_deadline: null,
      lease: null,
      ...(result.state === 'sent'
        ? { provider_message_id: result.providerMessageId, sent_at: sql<Date>`clock_timestamp()`, last_error: null }
        : { last_error: result.error }),
      ...(result.state === 'pending'
        ? { next_at: sql<Date>`clock_timestamp() + make_interval(secs => ${result.afterMilliseconds / 1000})` }
        : {}),
    })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .where((eb) => (row.lease === null ? eb('lease', 'is', null) : eb('lease', '=', row.lease)))
    .returningAll()
    .returning(
      sql<boolean>`exists (select from outbox other where other.organization_id = outbox.organization_id
        and other.conversation_id = outbox.conversation_id and other.id <> outbox.id
        and other.state in ('pending', 'sending'))`.as('others_open'),
    )
    .executeTakeFirst();

/**
 * Settles a reply as sent if nothing else follows from that, in one statement that commits by itself (0175). Returns `others_open`;
 * null if it changed nothing and `settleDelivery` has to do the work.
 */
export async function settleArrived(db: Db, row: OutboxRow, providerMessageId: string): Promise<boolean | null> {
  const { rows } = await db.pool.query<{ settled: boolean | null }>({
    ...(db.engine === 'postgres' ? { name: 'settle-arrived' } : {}),
    text: 'select settle_arrived($1, $2, $3, $4, $5) as settled',
    values: [row.organization_id, row.conversation_id, row.id, row.lease, providerMessageId],
  });
  return rows[0]?.settled ?? null;
}

/**
 * Withdraws the automatic replies to the customer. A row that was tried before may have arrived, so it becomes `unknown`, never
 * `cancelled` (docs/promises.md P3). Rows in flight are left alone.
 */
export const withdrawWords = (tx: Tx, conversation: ConversationRow) =>
  tx
    .updateTable('outbox')
    .set({
      state: sql<'cancelled' | 'unknown'>`case when attempts > 0 then 'unknown' else 'cancelled' end`,
      last_error: withdrawalErrors.fenced,
      lease: null,
      send_deadline: null,
    })
    .where('organization_id', '=', conversation.organization_id)
    .where('conversation_id', '=', conversation.id)
    .where('kind', '=', 'reply')
    .where('actor', '<>', 'human')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'pending'),
        eb.and([eb('state', '=', 'sending'), eb('send_deadline', '<', sql<Date>`clock_timestamp()`)]),
      ]),
    )
    .returning(['conversation_id', 'state', 'message_id', 'handover_id'])
    .execute();

export const countInFlight = async (tx: Tx, scope: OrganizationScope, conversationId: string): Promise<number> => {
  const { count } = await ofConversation(tx, scope, conversationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'sending')
    .where('kind', '=', 'reply')
    .where('actor', '<>', 'human')
    .where('send_deadline', '>=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const outboxOfMessages = async (tx: Tx, scope: OrganizationScope, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? []
    : tx
        .selectFrom('outbox')
        .select(['message_id', 'state', 'attempts', 'last_error', 'sent_at'])
        .where('organization_id', '=', scope.organizationId)
        .where('message_id', 'in', messageIds)
        .execute();

/** Marks a sent reply as dead, because it bounced. Returns undefined if it is no reply of ours or had failed before. */
export const failSent = (
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, providerMessageId, error }: { conversationId: string; providerMessageId: string; error: string },
): Promise<OutboxRow | undefined> =>
  tx
    .updateTable('outbox')
    .set({ state: 'dead', last_error: error, sent_at: null })
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('provider_message_id', '=', providerMessageId)
    .where('kind', '=', 'reply')
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst();

/** Whether we have sent the message with this vendor id. */
export const isOurs = async (tx: Tx, scope: OrganizationScope, conversationId: string, providerMessageId: string) =>
  (await ofConversation(tx, scope, conversationId)
    .select('id')
    .where('provider_message_id', '=', providerMessageId)
    .executeTakeFirst()) !== undefined;

/** Replies that may have been sent and have no id from the vendor yet. */
export const wordsOnTheirWay = async (
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
): Promise<OutboxContent[]> => {
  const rows = await ofConversation(tx, scope, conversationId)
    .select('content')
    .where('kind', '=', 'reply')
    .where('attempts', '>', 0)
    .where('provider_message_id', 'is', null)
    .where('state', 'in', ['pending', 'sending', 'unknown'])
    .execute();
  return rows.map(({ content }) => content);
};
