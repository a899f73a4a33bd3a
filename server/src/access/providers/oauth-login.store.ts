import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import './identity-providers.tables.ts';

export type OauthLoginRow = Selectable<Tables['oauth_login']>;

export async function insertOauthLogin(tx: Tx, row: OauthLoginRow): Promise<void> {
  await tx.insertInto('oauth_login').values(row).execute();
}

/** Takes it out, so that of two uses one finds it; only for the browser and the provider that it was begun with. */
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

/** Leaves out what others are deleting just now: waiting for each other they could deadlock. */
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

/** Whose session it is, while it lasts. */
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
