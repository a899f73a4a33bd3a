import type { Tx } from '../../platform/database/database.ts';

export interface NewUser {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  now: Date;
  /** A trusted source has confirmed that the address belongs to the person. */
  isVerified?: boolean;
  /** Until the person chooses another one. */
  locale?: string;
}

/** False if the address is taken. People belong to no organization: no scope is needed. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { id, email, emailKey, name, now, locale = 'en' } = user;
  const verifiedAt = user.isVerified ? now : null;
  const row = await tx
    .insertInto('app_user')
    .values({ id, email, email_key: emailKey, name, locale, email_verified_at: verifiedAt, created_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const findUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email', 'name', 'locale', 'email_verified_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export async function updateUser(tx: Tx, id: string, changes: { name?: string; locale?: string }): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.updateTable('app_user').set(changes).where('id', '=', id).execute();
}

/** Throws a unique violation if another account has the address. */
export async function setEmail(
  tx: Tx,
  id: string,
  { email, emailKey, now }: { email: string; emailKey: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ email, email_key: emailKey, email_verified_at: now })
    .where('id', '=', id)
    .execute();
}

/** `hash` is null for a person who has no password. */
export const findPassword = (tx: Tx, by: { emailKey: string } | { userId: string }) =>
  tx
    .selectFrom('app_user as u')
    .leftJoin('user_password as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.name', 'u.locale', 'p.hash', 'p.changed_at'])
    .where((eb) => ('userId' in by ? eb('u.id', '=', by.userId) : eb('u.email_key', '=', by.emailKey)))
    .executeTakeFirst();

export async function insertPassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tx.insertInto('user_password').values({ user_id: userId, hash, changed_at: now }).execute();
}

/** Replaces the password, or sets the first one. */
export async function savePassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('user_password')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute();
}

/** False if the address was already verified. */
export async function verifyEmail(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if the password is no longer `previous`: another request changed it while the new one was being hashed. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { previous, hash }: { previous: string; hash: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('user_password')
    .set({ hash, changed_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', previous)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the same password, hashed at today's cost, unless another request has just done so. */
export async function rehashPassword(
  tx: Tx,
  userId: string,
  { previous, hash }: { previous: string; hash: string },
): Promise<void> {
  await tx
    .updateTable('user_password')
    .set({ hash })
    .where('user_id', '=', userId)
    .where('hash', '=', previous)
    .execute();
}

/** Whether the password is still the one of `changedAt`. Locks it to the end of the transaction. */
export async function holdPassword(tx: Tx, userId: string, changedAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('user_password')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('changed_at', '=', changedAt)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
