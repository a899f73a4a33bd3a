import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './playground.tables.ts';

export type PlaygroundRow = Selectable<Tables['playground_conversation']>;
export type PlaygroundMessageRow = Selectable<Tables['playground_message']>;

const conversations = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('playground_conversation').selectAll().where('organization_id', '=', organizationId);

export const findPlayground = (tx: Tx, scope: OrganizationScope, id: string): Promise<PlaygroundRow | undefined> =>
  conversations(tx, scope).where('id', '=', id).executeTakeFirst();

export const lockPlayground = (tx: Tx, scope: OrganizationScope, id: string): Promise<PlaygroundRow | undefined> =>
  conversations(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst();

interface PlaygroundPage {
  before: string | null;
  limit: number;
  archived: boolean | undefined;
}

/** Newest first. Returns up to one row more than `limit`, which shows that there is a next page. */
export function playgroundBefore(tx: Tx, scope: OrganizationScope, { before, limit, archived }: PlaygroundPage) {
  let rows = conversations(tx, scope)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (archived !== undefined) rows = rows.where('archived', '=', archived);
  return (before === null ? rows : rows.where('id', '<', before)).execute();
}

export const insertPlayground = (tx: Tx, row: Insertable<Tables['playground_conversation']>): Promise<PlaygroundRow> =>
  tx.insertInto('playground_conversation').values(row).returningAll().executeTakeFirstOrThrow();

export const updatePlayground = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  id: string,
  change: Updateable<Tables['playground_conversation']>,
): Promise<PlaygroundRow> =>
  tx
    .updateTable('playground_conversation')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a conversation with its messages. Returns false if it does not exist. */
export async function removePlayground(tx: Tx, { organizationId }: OrganizationScope, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('playground_conversation')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes what was opened from these live conversations. Returns the number. */
export async function erasePlayground(
  tx: Tx,
  { organizationId }: OrganizationScope,
  conversationIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('playground_conversation')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`from_conversation_id = any(${[...conversationIds]}::uuid[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes conversations without a message or change since then. Returns their number. */
export async function forgetPlayground(tx: Tx, { organizationId }: OrganizationScope, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('playground_conversation')
    .where('organization_id', '=', organizationId)
    .where('updated_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const messages = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('playground_message').selectAll().where('organization_id', '=', organizationId);

export const findPlaygroundMessage = (tx: Tx, scope: OrganizationScope, id: string) =>
  messages(tx, scope).where('id', '=', id).executeTakeFirst();

/** Oldest first. Returns up to one row more than `limit`, which shows that there is a next page. */
export const playgroundMessagesAfter = (
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, after, limit }: { conversationId: string; after: number; limit: number },
): Promise<PlaygroundMessageRow[]> =>
  messages(tx, scope)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit + 1)
    .execute();

const mostLookedAt = 60;

/** Returns the newest messages up to and including this `seq`, oldest first. */
export const messagesUntil = async (
  tx: Tx,
  scope: OrganizationScope,
  { conversation_id, seq }: { conversation_id: string; seq: number },
): Promise<PlaygroundMessageRow[]> => {
  const rows = await messages(tx, scope)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(mostLookedAt)
    .execute();
  return rows.toReversed();
};

export const insertPlaygroundMessages = (
  tx: Tx,
  rows: Insertable<Tables['playground_message']>[],
): Promise<PlaygroundMessageRow[]> => tx.insertInto('playground_message').values(rows).returningAll().execute();
