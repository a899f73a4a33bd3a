import type { Kysely } from 'kysely';
import type { Tables, Tx } from '../platform/database.ts';
import type { TokenKind } from './tokens.ts';

/** The session behind an access token, or undefined. Sessions belong to no organization: no scope is needed. */
export const findAccess = (db: Kysely<Tables>, hash: Buffer) =>
  db
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .select(['s.id as session_id', 's.user_id', 's.revoked_at', 't.expires_at', 'u.name'])
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'access')
    .executeTakeFirst();

export interface NewSession {
  id: string;
  userId: string;
  now: Date;
  expiresAt: Date;
}

export async function insertSession(tx: Tx, { id, userId, now, expiresAt }: NewSession): Promise<void> {
  await tx
    .insertInto('session')
    .values({ id, user_id: userId, created_at: now, expires_at: expiresAt, revoked_at: null })
    .execute();
}

export interface NewToken {
  hash: Buffer;
  kind: TokenKind;
  expiresAt: Date;
}

export async function insertTokens(tx: Tx, sessionId: string, tokens: NewToken[]): Promise<void> {
  const rows = tokens.map(({ hash, kind, expiresAt }) => ({
    hash,
    session_id: sessionId,
    kind,
    expires_at: expiresAt,
    used_at: null,
  }));
  await tx.insertInto('session_token').values(rows).execute();
}

/** Locks the token, so that of two uses at the same time the second one sees the first. */
export const lockRefreshToken = (tx: Tx, hash: Buffer) =>
  tx
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .select([
      't.session_id',
      't.expires_at',
      't.used_at',
      's.user_id',
      's.revoked_at',
      's.expires_at as session_expires_at',
    ])
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .forUpdate()
    .executeTakeFirst();

export async function markUsed(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('session_token').set({ used_at: now }).where('hash', '=', hash).execute();
}

export async function revokeSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeOtherSessions(
  tx: Tx,
  session: { userId: string; sessionId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', session.userId)
    .where('id', '!=', session.sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}
