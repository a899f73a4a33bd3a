import type { Tx } from '../../platform/database/database.ts';

/** Replaces an earlier reset: only the newest link works. People belong to no organization: no scope is needed. */
export async function saveReset(
  tx: Tx,
  { userId, hash, expiresAt }: { userId: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('password_reset')
    .values({ user_id: userId, hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, expires_at: expiresAt }))
    .execute();
}

export const findResetAccount = (tx: Tx, hash: Buffer, now: Date) =>
  tx
    .selectFrom('password_reset as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.email', 'u.name'])
    .where('r.hash', '=', hash)
    .where('r.expires_at', '>', now)
    .executeTakeFirst();

/** False if the reset was used or replaced after it was read. */
export async function takeReset(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx.deleteFrom('password_reset').where('hash', '=', hash).returning('user_id').executeTakeFirst();
  return row !== undefined;
}

/** A new password cancels an earlier reset. */
export async function forgetReset(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}

export async function deleteExpiredResets(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('password_reset').where('expires_at', '<=', now).execute();
}
