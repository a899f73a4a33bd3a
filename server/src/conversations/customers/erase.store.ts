import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { VendorThread } from '../record/thread.logic.ts';
import '../record/conversations.tables.ts';
import { previewLength, restorePreview } from '../record/messages.store.ts';

/** One small step for these customers: at most `limit` rows. */
export interface EraseStep {
  customerIds: readonly string[];
  limit: number;
}

const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);

const theirs = ({ organizationId }: OrganizationScope, { customerIds }: Pick<EraseStep, 'customerIds'>) =>
  sql`(select c.id from conversation c where c.organization_id = ${organizationId}
    and c.customer_id = any(${[...customerIds]}::uuid[]))`;

/** The rows of the identities that are erased; everything else of the person is found by them. */
export const identitiesToErase = (tx: Tx, { organizationId }: OrganizationScope, erasureId: string) =>
  tx
    .selectFrom('customer')
    .select(['id', 'channel', 'email', 'proven_email', 'proven_external_id'])
    .where('organization_id', '=', organizationId)
    .where('erasure_id', '=', erasureId)
    .execute();

/** `own`: the conversation is theirs. `alone`: nobody else has a conversation in its thread. */
export interface ConversationToErase extends VendorThread {
  id: string;
  own: boolean;
  alone: boolean;
}

/** Their conversations, and others' conversations in which they wrote. */
export async function conversationsToErase(
  tx: Tx,
  scope: OrganizationScope,
  customerIds: readonly string[],
): Promise<ConversationToErase[]> {
  const { organizationId } = scope;
  const { rows } = await sql<ConversationToErase>`
    select c.id, c.channel, c.channel_reference as reference, c.customer_id = any(${[...customerIds]}::uuid[]) as own,
      not exists (select from conversation other where other.organization_id = c.organization_id and other.channel = c.channel
        and other.channel_reference = c.channel_reference and other.customer_id <> all(${[...customerIds]}::uuid[])) as alone
    from conversation c where c.organization_id = ${organizationId}
      and (c.customer_id = any(${[...customerIds]}::uuid[]) or c.id in (select m.conversation_id from message m
        where m.organization_id = ${organizationId} and m.kind = 'customer' and m.author_id = any(${[...customerIds]}::text[])))`.execute(
    tx,
  );
  return rows;
}

/**
 * Closes some of their conversations silently: no turn, timer or unsent message remains, and no later message joins them. They get
 * no resolution, which reports would count. Returns how many it closed; 0 when all are closed.
 */
export async function closeSilently(tx: Tx, scope: OrganizationScope, step: EraseStep): Promise<number> {
  const { organizationId } = scope;
  const { rows } = await sql<{ id: string }>`select id from conversation c
    where organization_id = ${organizationId} and id in ${theirs(scope, step)}
      and (c.current or c.status <> 'resolved' or exists (select from outbox o where o.organization_id = c.organization_id
        and o.conversation_id = c.id and ${waiting}))
    order by id limit ${step.limit} for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`update outbox o set state = case when attempts > 0 then 'unknown' else 'cancelled' end, content = '{}', last_error = null,
      lease = null, send_deadline = null
    where organization_id = ${organizationId} and conversation_id = any(${ids}::uuid[]) and ${waiting}`.execute(tx);
  await sql`update conversation set current = false, status = 'resolved', resolution = case when status = 'resolved' then resolution end,
      resolved_at = coalesce(resolved_at, clock_timestamp()), owner = 'human', ai_state = null, epoch = epoch + 1,
      waiting_since = null, snoozed_until = null, triage_due = false, turn_due_at = null, turn_deadline_at = null, turn_lease = null,
      turn_lease_until = null, subject = null, last_message_text = '', last_customer_text = null, version = version + 1
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(tx);
  return ids.length;
}

// A send past its deadline is over: only its outcome was never stored.
const waiting = sql`(o.state = 'pending' or (o.state = 'sending' and o.send_deadline < clock_timestamp()))`;

/** Whether a message to them, or in one of these conversations, is being sent at this moment. */
export async function isSending(
  tx: Tx,
  scope: OrganizationScope,
  { customerIds, conversationIds }: { customerIds: readonly string[]; conversationIds: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`select from outbox o where o.organization_id = ${scope.organizationId}
    and (o.conversation_id in ${theirs(scope, { customerIds })} or o.conversation_id = any(${[...conversationIds]}::uuid[]))
    and o.state = 'sending' limit 1`.execute(tx);
  return rows.length > 0;
}

/** The files in their conversations, and those with their messages in other people's conversations. */
export const filesToErase = async (tx: Tx, scope: OrganizationScope, step: EraseStep) => {
  const { organizationId } = scope;
  const { rows } = await sql<{ id: string; blob_key: string }>`select a.id, a.blob_key from attachment a
    where a.organization_id = ${organizationId} and (a.conversation_id in ${theirs(scope, step)}
      or a.message_id in (select m.id from message m where m.organization_id = ${organizationId} and m.kind = 'customer'
        and m.author_id = any(${[...step.customerIds]}::text[]))) limit ${step.limit}`.execute(tx);
  return rows;
};

export const deleteFiles = async (tx: Tx, { organizationId }: OrganizationScope, ids: readonly string[]) =>
  count(
    await sql`delete from attachment where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(
      tx,
    ),
  );

type Erase = (tx: Tx, scope: OrganizationScope, step: EraseStep) => Promise<number>;

const deleteOwn =
  (table: 'message' | 'decision' | 'handover'): Erase =>
  async (tx, scope, step) =>
    count(
      await sql`delete from ${sql.table(table)} where organization_id = ${scope.organizationId} and id in (
        select t.id from ${sql.table(table)} t where t.organization_id = ${scope.organizationId}
          and t.conversation_id in ${theirs(scope, step)} limit ${step.limit})`.execute(tx),
    );

export const eraseMessages = deleteOwn('message');
export const eraseDecisions = deleteOwn('decision');
export const eraseHandovers = deleteOwn('handover');

/** Deletes the messages that were to be sent to them. A row in flight stays until its outcome is known. */
export const eraseSends: Erase = async (tx, scope, step) =>
  count(
    await sql`delete from outbox where organization_id = ${scope.organizationId} and id in (
      select o.id from outbox o where o.organization_id = ${scope.organizationId} and o.state <> 'sending'
        and o.conversation_id in ${theirs(scope, step)} limit ${step.limit})`.execute(tx),
  );

/** Decisions about messages that never belonged to a conversation. */
export const eraseDecisionsAlone = async (tx: Tx, { organizationId }: OrganizationScope, ids: readonly string[]) =>
  count(
    await sql`delete from decision where organization_id = ${organizationId} and conversation_id is null
      and id = any(${[...ids]}::uuid[])`.execute(tx),
  );

/**
 * Removes their words from somebody else's conversation: their messages, and every copy that the desk's records may contain. The
 * conversation and the other people's messages stay. Returns the number of removed messages.
 */
export async function eraseFromShared(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { conversationId, customerIds }: { conversationId: string; customerIds: readonly string[] },
): Promise<number> {
  const ofConversation = (table: RawBuilder<unknown>) =>
    sql`${table} where organization_id = ${organizationId} and conversation_id = ${conversationId}`;
  await sql`select from conversation where organization_id = ${organizationId} and id = ${conversationId} for update`.execute(
    tx,
  );
  const deleted = await sql`delete from ${ofConversation(sql`message`)} and kind = 'customer'
    and author_id = any(${[...customerIds]}::text[])`.execute(tx);
  await sql`update message set quoted_text = null where organization_id = ${organizationId} and conversation_id = ${conversationId}
    and quoted_text is not null`.execute(tx);
  await sql`delete from ${ofConversation(sql`decision`)}`.execute(tx);
  await sql`update handover set note = null where organization_id = ${organizationId} and conversation_id = ${conversationId}`.execute(
    tx,
  );
  await sql`update outbox set content = '{}', last_error = null where organization_id = ${organizationId}
    and conversation_id = ${conversationId} and state not in ('pending', 'sending')`.execute(tx);
  await restorePreview(tx, { organizationId }, conversationId);
  await sql`update conversation c set version = version + 1, message_count = message_count - ${count(deleted)},
      last_customer_text = (select left(m.text, ${previewLength}) from message m where m.organization_id = c.organization_id
        and m.conversation_id = c.id and m.kind = 'customer' order by m.seq desc limit 1)
    where organization_id = ${organizationId} and id = ${conversationId}`.execute(tx);
  return count(deleted);
}

/**
 * Deletes some of their conversations with everything that is left in them, except those with a send in flight. Returns how many.
 */
export async function eraseConversations(tx: Tx, scope: OrganizationScope, step: EraseStep): Promise<number> {
  const { organizationId } = scope;
  const { rows } = await sql<{ id: string }>`select id from conversation c
    where organization_id = ${organizationId} and id in ${theirs(scope, step)}
      and not exists (select from attachment a where a.organization_id = c.organization_id and a.conversation_id = c.id)
    order by id limit ${step.limit} for update`.execute(tx);
  // Look for sends after locking the conversations: a sender takes that lock first, too.
  const { rows: free } = await sql<{ id: string }>`select c.id from unnest(${rows.map(({ id }) => id)}::uuid[]) c(id)
    where not exists (select from outbox o where o.organization_id = ${organizationId} and o.conversation_id = c.id
      and o.state = 'sending')`.execute(tx);
  const ids = free.map(({ id }) => id);
  // The change of the version tells clients that show the conversation to read it again; they then find that it is gone.
  await sql`update conversation set version = version + 1 where organization_id = ${organizationId}
    and id = any(${ids}::uuid[])`.execute(tx);
  for (const table of ['outbox', 'handover', 'decision', 'message'])
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}
      and conversation_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from conversation where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(
    tx,
  );
  return ids.length;
}
