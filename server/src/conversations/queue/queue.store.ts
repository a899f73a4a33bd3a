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
  customer_ids?: readonly string[];
  needs?: 'approval' | 'reply' | undefined;
  /** Only conversations with these ids. */
  ids?: readonly string[];
  sort?: 'waiting_since' | 'updated_at' | undefined;
}

export interface QueuePage {
  limit: number;
  after: { at: string | null; id: string } | null;
}

/**
 * Longest waiting first, or latest change first. Returns up to `limit` + 1 rows: the extra row means that there is a next page.
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
  if (filter.customer_ids) rows = rows.where(sql<boolean>`customer_id = any(${[...filter.customer_ids]}::uuid[])`);
  if (filter.needs === 'approval') rows = rows.where('ai_state', '=', 'awaiting_approval');
  if (filter.needs === 'reply') rows = rows.where('status', '=', 'open').where('owner', '=', 'human');
  if (filter.ids) rows = rows.where(sql<boolean>`id in (select unnest(${[...filter.ids]}::uuid[]))`);
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
  sql<boolean>`(coalesce(waiting_since, 'infinity'::timestamptz), id)
    > (coalesce(${after.at}::timestamptz, 'infinity'::timestamptz), ${after.id}::uuid)`;

// The first condition bounds the index scan; an `or` alone would read the index from its start.
const afterUpdate = (after: { at: string | null; id: string }) =>
  sql<boolean>`(updated_at <= ${after.at}::timestamptz
    and (updated_at < ${after.at}::timestamptz or id > ${after.id}::uuid))`;

/** With more matches, the list itself is scanned: that is a tenth of a desk with 100,000 conversations of four messages. */
const mostMatches = 10_000;

/** Ids of the conversations with these words, possibly repeated; null if they are too many to look up. */
export async function lookUpWords(tx: Tx, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select conversations_with(${text}, ${sql.lit(mostMatches)}) as ids`.execute(tx);
  return rows[0]?.ids ?? null;
}

/** With more, the list is scanned: in a desk with a million conversations, one in 500 then has the tag. */
const mostTagged = 2_000;

/** Ids of the conversations with this tag; null if they are too many to look up. */
export async function lookUpTag(tx: Tx, tagId: string): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select conversations_tagged(${tagId}::uuid, ${sql.lit(mostTagged)}) as ids`.execute(tx);
  return rows[0]?.ids ?? null;
}

/** Those of these conversations that contain all words: in one message, in the subject, or in the customer's name and address. */
export async function withWords(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { ids, text }: { ids: readonly string[]; text: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversation c join customer k on k.organization_id = c.organization_id and k.id = c.customer_id,
      lateral (select query_of(${organizationId}, ${text}) as wanted) asked
    where c.organization_id = ${organizationId} and c.id = any(${[...ids]}::uuid[])
      and (words_of(c.organization_id, coalesce(c.subject, '')) @@ wanted
        or words_of(c.organization_id, coalesce(k.name, '') || ' ' || coalesce(k.email, '')) @@ wanted
        or exists (select from message m where m.organization_id = c.organization_id and m.conversation_id = c.id
          and m.kind <> 'event' and words_of(m.organization_id, m.text) @@ wanted))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
