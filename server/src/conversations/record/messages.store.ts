import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { withNewVersion, type ConversationChange, type ConversationRow } from './conversations.store.ts';
import './conversations.tables.ts';
import { english } from '../../platform/words/sentence.logic.ts';

export type MessageRow = Selectable<Tables['message']>;
type MessageColumns = Omit<Insertable<Tables['message']>, 'organization_id' | 'conversation_id' | 'seq' | 'id'>;
/** The required columns of a message; the others are empty unless given. */
export type NewMessage = Pick<MessageColumns, 'kind' | 'author_type' | 'text' | 'created_at'> & Partial<MessageColumns>;

/** Characters of the last message that the queue shows and searches. */
export const previewLength = 200;

const blank = {
  author_id: null,
  author_name: null,
  html: null,
  quoted_text: null,
  authenticity: null,
  attachments: '[]',
  citations: '[]',
  decision_id: null,
  provider_key: null,
  answers_seq: null,
};

/**
 * Saves `change` of the conversation in the same statement. Returns null and changes nothing if a message with this
 * provider key is stored, or if this customer message has its answer already.
 */
export async function insertMessage(
  tx: Tx,
  conversation: ConversationRow,
  message: NewMessage,
  change: ConversationChange | null = null,
): Promise<MessageRow | null> {
  const { organization_id, id: conversation_id } = conversation;
  const inserted = await tx
    .with('inserted', (db) =>
      db
        .insertInto('message')
        .values({ ...blank, ...message, id: newId(), organization_id, conversation_id, seq: nextSeq(conversation) })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('counted', (db) =>
      db
        .updateTable('conversation')
        .set({
          next_seq: sql`next_seq + 1`,
          message_count: sql`message_count + 1`,
          ...previewOf(message),
          ...(change && withNewVersion(change, message.created_at)),
        })
        .where('organization_id', '=', organization_id)
        .where('id', '=', conversation_id)
        .where((eb) => eb.exists(eb.selectFrom('inserted').select('inserted.id'))),
    )
    .selectFrom('inserted')
    .selectAll()
    .executeTakeFirst();
  return inserted ?? null;
}

const previewOf = (message: NewMessage) =>
  message.kind === 'event'
    ? {}
    : {
        last_message_kind: message.kind,
        last_message_text: message.text.slice(0, previewLength),
        last_message_at: message.created_at,
        ...(message.kind === 'customer' ? { last_customer_text: message.text.slice(0, previewLength) } : {}),
      };

// Read the number in the transaction that holds the conversation's lock: one from a stale copy of the row would collide.
const nextSeq = (conversation: ConversationRow) =>
  sql<number>`(select next_seq from conversation where organization_id = ${conversation.organization_id} and id = ${conversation.id})`;

export const findMessage = (tx: Tx, scope: OrganizationScope, conversationId: string, id: string) =>
  tx
    .selectFrom('message')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Whether the conversation has a message disowned by its sender's domain since the last message of a person. */
export const answersDisowned = async (tx: Tx, scope: OrganizationScope, conversationId: string): Promise<boolean> =>
  (await tx
    .selectFrom('message as m')
    .select('m.id')
    .where('m.organization_id', '=', scope.organizationId)
    .where('m.conversation_id', '=', conversationId)
    .where('m.authenticity', '=', 'disowned')
    .where(
      sql<boolean>`not exists (select from message h where h.organization_id = m.organization_id
        and h.conversation_id = m.conversation_id and h.kind = 'human' and h.seq > m.seq)`,
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findByProviderKey = (tx: Tx, scope: OrganizationScope, key: string) =>
  tx
    .selectFrom('message')
    .select(['id', 'conversation_id'])
    .where('organization_id', '=', scope.organizationId)
    .where('provider_key', '=', key)
    .executeTakeFirst();

/** The newest `limit` messages, oldest first. */
export async function newestMessages(
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await tx
    .selectFrom('message')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export const messagesAfter = (
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  page: { after: number; limit: number },
) =>
  tx
    .selectFrom('message')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', page.after)
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();

/** Turns a draft into a person's message or an event. Returns undefined if it is no draft any more. */
export async function changeDraft(
  tx: Tx,
  scope: OrganizationScope,
  draft: Pick<MessageRow, 'conversation_id' | 'id'>,
  change: Pick<MessageRow, 'text' | 'html' | 'author_type' | 'author_id' | 'author_name'> & { kind: 'human' | 'event' },
): Promise<MessageRow | undefined> {
  const changed = await tx
    .updateTable('message')
    .set({ ...change, ...(change.kind === 'event' ? { citations: '[]' } : {}) })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', draft.id)
    .where('kind', '=', 'draft')
    .returningAll()
    .executeTakeFirst();
  if (changed) await restorePreview(tx, scope, draft.conversation_id);
  return changed;
}

/** Unsent drafts are void once somebody has replied: near-identical drafts confuse people. */
export async function retireDrafts(tx: Tx, scope: OrganizationScope, conversationId: string): Promise<void> {
  const retired = await tx
    .updateTable('message')
    .set({ ...unsaid, text: english`A drafted answer was set aside.` })
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'draft')
    .returning('id')
    .execute();
  if (retired.length > 0) await restorePreview(tx, scope, conversationId);
}

/** Replaces a message that was never sent by an event. */
export async function retractWords(tx: Tx, scope: OrganizationScope, conversationId: string, id: string) {
  await tx
    .updateTable('message')
    .set({ ...unsaid, text: english`An automatic message was withdrawn before it was sent.` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
  await restorePreview(tx, scope, conversationId);
}

const unsaid = { kind: 'event', html: null, citations: '[]', author_type: 'system', author_name: null } as const;

/** The queue shows the newest message that is no event, as it stands in the thread now. */
export const restorePreview = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  sql`update conversation c
    set (last_message_kind, last_message_text, last_message_at) =
      (select m.kind, left(m.text, ${previewLength}), m.created_at from message m
        where m.organization_id = c.organization_id and m.conversation_id = c.id and m.kind <> 'event'
        order by m.seq desc limit 1)
    where c.organization_id = ${scope.organizationId} and c.id = ${conversationId}`.execute(tx);

/** The message stays in the thread, but the customer message that it answered may be answered again. */
export const answersNothing = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .updateTable('message')
    .set({ answers_seq: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();

/** The customer's newest message. */
export const lastCustomerWords = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .selectFrom('message')
    .select(['seq', 'text'])
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'customer')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The texts of the customers' messages among these, oldest first. */
export const customerWordsIn = (tx: Tx, scope: OrganizationScope, ids: readonly string[]) =>
  tx
    .selectFrom('message')
    .select(['text', 'attachments'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', [...ids])
    .where('kind', '=', 'customer')
    .orderBy('seq')
    .execute();
