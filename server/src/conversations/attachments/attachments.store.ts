import { sql, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

export type AttachmentRow = Selectable<Tables['attachment']>;

const ofOrganization = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('attachment').selectAll().where('organization_id', '=', organizationId);

export async function insertAttachments(tx: Tx, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('attachment')
      .values([...rows])
      .execute();
}

/** The bytes of all files of the organization, including ended ones that are not deleted yet. */
export async function attachedBytes(tx: Tx, { organizationId }: OrganizationScope): Promise<number> {
  const row = await tx
    .selectFrom('attachment')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Lets one transaction of an organization at a time add to what is stored. */
export const lockAttached = (tx: Tx, { organizationId }: OrganizationScope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`attachment storage ${organizationId}`}, 0))`.execute(tx);

/** A stored file of a message. */
export const findAttachment = (
  tx: Tx,
  scope: OrganizationScope,
  { messageId, id }: { messageId: string; id: string },
) => ofOrganization(tx, scope).where('id', '=', id).where('message_id', '=', messageId).executeTakeFirst();

/** The stored files of a message, in the order in which they were stored. */
export const attachmentsOf = (tx: Tx, scope: OrganizationScope, messageId: string): Promise<AttachmentRow[]> =>
  ofOrganization(tx, scope).where('message_id', '=', messageId).orderBy('id').execute();

/** Locks and returns those of these files that are not sent yet and belong to the conversation. */
export const lockUnsent = (
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, ids, now }: { conversationId: string; ids: readonly string[]; now: Date },
): Promise<AttachmentRow[]> =>
  ofOrganization(tx, scope)
    .where('conversation_id', '=', conversationId)
    .where('id', 'in', [...ids])
    .where('message_id', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Binds the files to the message: from now on they are deleted with it. */
export const bindToMessage = (tx: Tx, scope: OrganizationScope, messageId: string, ids: readonly string[]) =>
  tx
    .updateTable('attachment')
    .set({ message_id: messageId, ends_at: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', [...ids])
    .execute();

/** Ends the files of these messages now: their names are erased at once, their bytes by the next sweep. */
export async function endAttachments(
  tx: Tx,
  { organizationId }: OrganizationScope,
  messageIds: readonly string[],
  now: Date,
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .updateTable('attachment')
    .set({ name: '', message_id: null, ends_at: now })
    .where('organization_id', '=', organizationId)
    .where('message_id', 'in', [...messageIds])
    .execute();
}

export type EndedAttachment = OrganizationScope & { id: string };

/** The ended files of all organizations; ids only. */
export const endedAttachments = (db: Db, now: Date, limit: number) =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ organization_id: string; attachment_id: string }>`
      select organization_id, attachment_id from ended_attachments(${now}, ${limit})`.execute(tx);
    return rows.map((row) => ({ organizationId: row.organization_id, id: row.attachment_id }));
  });

/** The ended file; undefined if it has been sent in the meantime. */
export const findEnded = (tx: Tx, scope: OrganizationScope, id: string, now: Date) =>
  ofOrganization(tx, scope).where('id', '=', id).where('ends_at', '<=', now).executeTakeFirst();

export const deleteAttachment = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx.deleteFrom('attachment').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
