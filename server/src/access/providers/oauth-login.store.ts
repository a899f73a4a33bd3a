import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import './identity-providers.tables.ts';

export type OauthLoginRow = Selectable<Tables['oauth_login']>;

export async function insertOauthLogin(tx: Tx, row: OauthLoginRow): Promise<void> {
  await tx.insertInto('oauth_login').values(row).execute();
}

/** Deletes and returns the login, so that only one of two uses finds it. Browser and provider must be those that began it. */
export const takeOauthLogin = (
  tx: Tx,
  { stateHash, browserHash, provider }: { stateHash: Buffer; browserHash: Buffer; provider: string },
  now: Date,
): Promise<OauthLoginRow | undefined> =>
  tx
    .deleteFrom('oauth_login')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Skips rows that other transactions are deleting: waiting for them could deadlock. */
export async function deleteOauthLoginsBefore(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('oauth_login')
    .where('state_hash', 'in', (eb) =>
      eb
        .selectFrom('oauth_login')
        .select('state_hash')
        .where('expires_at', '<=', now)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** The owner of a session that has not ended. */
export async function findSessionUser(tx: Tx, sessionId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('session')
    .select('user_id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
