import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { Origin } from '../audit/audit.actions.ts';

export type AccountMailRow = Selectable<Tables['account_mail']>;

/** People belong to no organization, and neither does their mail: no scope is needed in this file. */
export interface NewAccountMail {
  id: string;
  kind: AccountMailRow['kind'];
  recipient: string;
  contentSealed: string | null;
  origin: Origin | null;
  now: Date;
  expiresAt: Date;
}

/** A mail without content gets the state `asked`: its recipient's account is looked up later. */
export async function insertMail(tx: Tx, mail: NewAccountMail): Promise<void> {
  await tx
    .insertInto('account_mail')
    .values({
      id: mail.id,
      kind: mail.kind,
      state: mail.contentSealed === null ? 'asked' : 'waiting',
      recipient: mail.recipient,
      content_sealed: mail.contentSealed,
      origin: mail.origin && JSON.stringify(mail.origin),
      error: null,
      created_at: mail.now,
      expires_at: mail.expiresAt,
      sent_at: null,
    })
    .execute();
}

export const lockMail = (tx: Tx, id: string): Promise<AccountMailRow | undefined> =>
  tx.selectFrom('account_mail').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function setContent(
  tx: Tx,
  id: string,
  content: { recipient: string; content_sealed: string; expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('account_mail')
    .set({ ...content, state: 'waiting', origin: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('account_mail').where('id', '=', id).execute();
}

export async function markMailSent(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('account_mail')
    .set({ state: 'sent', sent_at: now, error: null, content_sealed: null })
    .where('id', '=', id)
    .execute();
}

export async function markMailUnsent(
  tx: Tx,
  id: string,
  { state, error }: { state: 'waiting' | 'kept' | 'failed'; error: string },
): Promise<void> {
  await tx.updateTable('account_mail').set({ state, error }).where('id', '=', id).execute();
}

/** Mail that is neither sent nor expired, newest first. */
export const unsentMail = (tx: Tx, now: Date): Promise<AccountMailRow[]> =>
  tx
    .selectFrom('account_mail')
    .selectAll()
    .where('state', '!=', 'sent')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();

export async function wipeExpiredMail(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('account_mail')
    .set({ content_sealed: null, origin: null })
    .where('expires_at', '<=', now)
    .where((eb) => eb.or([eb('content_sealed', 'is not', null), eb('origin', 'is not', null)]))
    .execute();
}

export async function deleteMailExpiredBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('account_mail').where('expires_at', '<', before).execute();
}
