import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { silenceSeconds } from '../../platform/jobs/silence.ts';
import './conversations.tables.ts';
import type { VendorThread } from './thread.logic.ts';

export type ConversationRow = Selectable<Tables['conversation']>;
export type CustomerRow = Selectable<Tables['customer']>;

export const findConversation = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('conversation')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Always the first lock of a transaction that also touches lanes or the outbox (docs/promises.md R1). */
export const lockConversation = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('conversation')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Locks the conversation that receives the thread's next message: the newest one, even if it is resolved. */
export const lockCurrent = (tx: Tx, scope: OrganizationScope, thread: VendorThread) =>
  ofThread(tx, scope, thread).forUpdate().executeTakeFirst();

/** The same without a lock. */
export const findCurrent = (tx: Tx, scope: OrganizationScope, thread: VendorThread) =>
  ofThread(tx, scope, thread).executeTakeFirst();

const ofThread = (tx: Tx, scope: OrganizationScope, { channel, reference }: VendorThread) =>
  tx
    .selectFrom('conversation')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where('channel_reference', '=', reference)
    // A literal, because a generic plan cannot use the partial index of current rows, so every query would be planned anew.
    .where('current', '=', sql.lit(true));

/** The current conversations of these threads, by thread. */
export async function conversationsOfThreads(
  tx: Tx,
  scope: OrganizationScope,
  { channel, threads }: { channel: VendorThread['channel']; threads: readonly string[] },
): Promise<Map<string, ConversationTitle & { id: string }>> {
  if (threads.length === 0) return new Map();
  const rows = await titled(tx, scope)
    .select('c.channel_reference')
    .where('c.channel', '=', channel)
    .where('c.channel_reference', 'in', threads)
    .where('c.current', '=', true)
    .execute();
  return new Map(rows.map(({ channel_reference: thread, ...row }) => [thread, row]));
}

/** What people recognize a conversation by. */
interface ConversationTitle {
  subject: string | null;
  customer_name: string | null;
}

/** The titles of the conversations, by their ids. An id without a conversation is missing. */
export async function titlesOf(
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<Map<string, ConversationTitle>> {
  if (ids.length === 0) return new Map();
  const rows = await titled(tx, scope).where('c.id', 'in', ids).execute();
  return new Map(rows.map(({ id, ...title }) => [id, title]));
}

/** How many conversations the refusal to delete a destination names. */
const mostNamed = 20;

/** Conversations at the destination that are open or will be, the first twenty: people look for them there. */
export async function dueAtDestination(tx: Tx, scope: OrganizationScope, destinationId: string) {
  const rows = await titled(tx, scope)
    .where('c.status', 'in', ['open', 'snoozed'])
    .where('c.destination_id', '=', destinationId)
    .orderBy('c.id')
    .limit(mostNamed)
    .execute();
  return rows.map(({ id, subject, customer_name }) => ({
    type: 'conversation' as const,
    id,
    name: subject ?? customer_name ?? '',
  }));
}

const titled = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx
    .selectFrom('conversation as c')
    .leftJoin('customer as who', (join) =>
      join.onRef('who.organization_id', '=', 'c.organization_id').onRef('who.id', '=', 'c.customer_id'),
    )
    .select(['c.id', 'c.subject', 'who.name as customer_name'])
    .where('c.organization_id', '=', organizationId);

export const insertConversation = (tx: Tx, row: NewConversation) =>
  tx.insertInto('conversation').values(row).returningAll().executeTakeFirstOrThrow();

export type NewConversation = Pick<
  ConversationRow,
  | 'organization_id'
  | 'id'
  | 'channel'
  | 'channel_reference'
  | 'previous_conversation_id'
  | 'customer_id'
  | 'subject'
  | 'status'
  | 'owner'
  | 'ai_state'
  | 'waiting_since'
  | 'language'
  | 'created_at'
  | 'updated_at'
> &
  Partial<Pick<ConversationRow, 'turn_due_at' | 'turn_deadline_at' | 'verified'>>;

/** Every change of a conversation uses this, so that the version always rises. */
export const withNewVersion = (change: ConversationChange, now: Date) => ({
  ...change,
  updated_at: now,
  version: sql<number>`version + 1`,
});

/** Writes the change under a new version. Returns the new row; throws if the conversation is gone. */
export const saveConversation = (tx: Tx, row: ConversationRow, change: ConversationChange, now: Date) =>
  tx
    .updateTable('conversation')
    .set(withNewVersion(change, now))
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The next message's number in the current row: a message may have been written since the row was read. */
export const nextSeqByNow = sql<number>`next_seq`;

/**
 * Whether the conversation is verified: every customer message since our last reply is proven and comes from the
 * conversation's own customer. One proven message does not vouch for earlier or other ones.
 */
export const isVerified = (row: ConversationRow) => sql<boolean>`not exists (
  select from message m where m.organization_id = ${row.organization_id} and m.conversation_id = ${row.id}
    and m.kind = 'customer'
    and (m.authenticity is distinct from 'proven' or m.author_id is distinct from ${row.customer_id})
    and m.seq > coalesce((select max(o.seq) from message o where o.organization_id = ${row.organization_id}
      and o.conversation_id = ${row.id} and o.kind in ('ai', 'human')), 0))`;

export type ConversationChange = Omit<
  UpdateObject<Tables, 'conversation'>,
  'organization_id' | 'id' | 'version' | 'updated_at'
>;

/** The most conversations of one round; the caller repeats it for the rest. */
const mostAtOnce = 500;

/** Open conversations that the AI owns, in any channel, with ids greater than `after`; null for the first round. */
export const idsOwnedByAi = (tx: Tx, scope: OrganizationScope, after: string | null) =>
  tx
    .selectFrom('conversation')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('owner', '=', 'ai')
    .where('status', '=', 'open')
    .$if(after !== null, (rows) => rows.where('id', '>', after))
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

export const findCustomers = async (tx: Tx, scope: OrganizationScope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('customer')
        .selectAll()
        .where('organization_id', '=', scope.organizationId)
        .where('id', 'in', ids)
        .execute();

export const findCustomer = async (tx: Tx, scope: OrganizationScope, id: string) =>
  (await findCustomers(tx, scope, [id]))[0];

/** The only clock for leases and deadlines (docs/promises.md R5). */
const databaseNow = sql<Date>`clock_timestamp()`;
export const inSeconds = (seconds: number) => sql<Date>`${databaseNow} + make_interval(secs => ${seconds})`;

/**
 * Takes the conversation's turn if one is due and not leased: locks the row and sets the lease in one statement.
 * Otherwise returns undefined and changes nothing.
 */
export const takeTurn = (
  tx: Tx,
  scope: OrganizationScope,
  { id, lease, now }: { id: string; lease: string; now: Date },
): Promise<ConversationRow | undefined> =>
  tx
    .updateTable('conversation')
    .set({
      ai_state: sql`case when owner = 'ai' then 'running' else ai_state end`,
      turn_lease: lease,
      turn_lease_until: inSeconds(silenceSeconds),
      updated_at: now,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`(triage_due or (owner = 'ai' and ai_state in ('queued', 'running')))`)
    .where((eb) => eb.or([eb('turn_due_at', 'is', null), eb('turn_due_at', '<=', now)]))
    .where((eb) => eb.or([eb('turn_lease_until', 'is', null), eb('turn_lease_until', '<=', databaseNow)]))
    .returningAll()
    .executeTakeFirst();

/** Until when another holder has the turn; null if its lease is over, or nobody has it. */
export async function turnLeasedUntil(tx: Tx, scope: OrganizationScope, id: string): Promise<Date | null> {
  const leased = await tx
    .selectFrom('conversation')
    .select('turn_lease_until')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('turn_lease_until', '>', databaseNow)
    .executeTakeFirst();
  return leased?.turn_lease_until ?? null;
}

/** Extends the lease while its holder works. The version stays: people see no change. */
export const renewTurn = (tx: Tx, scope: OrganizationScope, { id, lease }: { id: string; lease: string }) =>
  tx
    .updateTable('conversation')
    .set({ turn_lease_until: inSeconds(silenceSeconds) })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('turn_lease', '=', lease)
    .execute();

/** After a failed attempt: the next attempt need not wait until the lease ends. Another holder's lease stays. */
export const releaseTurn = (tx: Tx, scope: OrganizationScope, { id, lease }: { id: string; lease: string }) =>
  tx
    .updateTable('conversation')
    .set({ turn_lease: null, turn_lease_until: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('turn_lease', '=', lease)
    .execute();

/** Up to `limit` organizations, the one whose conversations changed last first; ids only (0170). */
export async function organizationsByActivity(tx: Tx, limit: number): Promise<OrganizationScope[]> {
  const { rows } = await sql<OrganizationScope>`
    select organization_id as "organizationId" from organizations_by_activity(${limit})`.execute(tx);
  return rows;
}
