import type { Insertable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';

/** Replaces an earlier change: only the newest links work. People belong to no organization: no scope is needed. */
export async function saveEmailChange(
  tx: Tx,
  { user_id, ...change }: Insertable<Tables['email_change']>,
): Promise<void> {
  await tx
    .insertInto('email_change')
    .values({ user_id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

export type ChangeLink = { confirm_hash: Buffer } | { stop_hash: Buffer };

/** The change that a mailed link belongs to, while the link is valid. */
export const findEmailChange = (tx: Tx, link: ChangeLink, now: Date) =>
  tx
    .selectFrom('email_change as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select(['c.user_id', 'c.email', 'c.session_id', 'u.email as former', 'u.name'])
    .where((eb) =>
      'stop_hash' in link ? eb('c.stop_hash', '=', link.stop_hash) : eb('c.confirm_hash', '=', link.confirm_hash),
    )
    .where('c.expires_at', '>', now)
    .executeTakeFirst();

/** False if the change was confirmed, stopped or replaced after it was read. */
export async function takeEmailChange(tx: Tx, link: ChangeLink): Promise<boolean> {
  const row = await tx
    .deleteFrom('email_change')
    .where((eb) =>
      'stop_hash' in link ? eb('stop_hash', '=', link.stop_hash) : eb('confirm_hash', '=', link.confirm_hash),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A new password cancels a change that was requested with the previous one. */
export async function forgetEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_change').where('user_id', '=', userId).execute();
}

export async function deleteExpiredEmailChanges(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('email_change').where('expires_at', '<=', now).execute();
}
