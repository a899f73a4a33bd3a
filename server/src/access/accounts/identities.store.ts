import type { Tx } from '../../platform/database/database.ts';

/** A person at an identity provider: the issuer and its identifier for the person, never an address. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

export async function findIdentityUser(tx: Tx, { issuer, subject }: IdentityKey): Promise<string | null> {
  const row = await tx
    .selectFrom('user_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Returns the user who owns the identity now. If two users add it at the same time, the first one gets it. */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  { id, userId, provider, now }: { id: string; userId: string; provider: string; now: Date },
): Promise<string | null> {
  await tx
    .insertInto('user_identity')
    .values({ id, user_id: userId, issuer, subject, provider, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
  return findIdentityUser(tx, { issuer, subject });
}

export const listIdentitiesOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_identity')
    .select(['id', 'issuer', 'provider', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

export interface SignInMethods {
  hasPassword: boolean;
  identities: { id: string; provider: string }[];
}

/** A person's sign-in methods. Locks the person, so that two removals at the same time cannot take the last two methods. */
export async function lockSignInMethods(tx: Tx, userId: string): Promise<SignInMethods> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  const password = await tx
    .selectFrom('user_password')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { hasPassword: password !== undefined, identities: await listIdentitiesOf(tx, userId) };
}

/** False if the person has no such identity. */
export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('user_identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_identity').where('user_id', '=', userId).execute();
}
