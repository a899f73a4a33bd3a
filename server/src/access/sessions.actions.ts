import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { unscoped } from '../platform/transaction.ts';
import { addressKey } from './addresses.logic.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { insertSession, insertTokens, lockRefreshToken, markUsed, revokeSession } from './sessions.store.ts';
import { countAttempt, forgive } from './throttle.actions.ts';
import { freshToken, tokenHash } from './tokens.ts';
import { findPassword, replacePassword } from './users.store.ts';

const accessLifetimeMs = 12 * 3_600_000;
const sessionLifetimeMs = 30 * 86_400_000;

/** What the caller is given once; only digests of the tokens are kept. Lifetimes in seconds. */
export interface OpenSession {
  userId: string;
  accessToken: string;
  accessLifetime: number;
  refreshToken: string;
  refreshLifetime: number;
}

export async function openSession(desk: Desk, tx: Tx, userId: string): Promise<OpenSession> {
  const id = newId();
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  await insertSession(tx, { id, userId, now, expiresAt });
  return issueTokens(desk, tx, { id, userId, expiresAt });
}

/** Throws 401 `credentials_invalid`, alike and after the same time for an unknown address, and 429 after too many. */
export async function signIn(desk: Desk, { email, password, ip }: SignIn): Promise<OpenSession> {
  const attempt = await countAttempt(desk, email, ip);
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { emailKey: addressKey(email) }));
  const stored = account?.hash ?? null;
  const verdict = await verifyPassword(desk.config, stored, password);
  if (!account || stored === null || verdict === 'wrong') throw unauthenticated('credentials_invalid');
  const renewed = verdict === 'outdated' ? await hashPassword(desk.config, password) : null;
  await forgive(desk, attempt);
  return unscoped(desk.db, async (tx) => {
    if (renewed) await replacePassword(tx, account.id, { previous: stored, hash: renewed }, desk.clock.now());
    return openSession(desk, tx, account.id);
  });
}

interface SignIn {
  email: string;
  password: string;
  ip: string;
}

/**
 * Trades a refresh token for new tokens of the same session. A refresh token that was used before has been stolen, from
 * us or by us: its session ends. Throws 401.
 */
export async function renewSession(desk: Desk, token: string | null): Promise<OpenSession> {
  if (token === null) throw unauthenticated('token_missing');
  const hash = tokenHash(desk.config, 'refresh', token);
  const renewal = hash ? await unscoped(desk.db, (tx) => rotate(desk, tx, hash)) : 'invalid';
  // Only now: thrown inside, the transaction that revokes the session would be rolled back.
  if (renewal === 'invalid') throw unauthenticated('token_invalid');
  if (renewal === 'expired') throw unauthenticated('token_expired');
  return renewal;
}

export const endSession = (desk: Desk, sessionId: string): Promise<void> =>
  unscoped(desk.db, (tx) => revokeSession(tx, sessionId, desk.clock.now()));

async function rotate(desk: Desk, tx: Tx, hash: Buffer): Promise<OpenSession | 'invalid' | 'expired'> {
  const now = desk.clock.now();
  const held = await lockRefreshToken(tx, hash);
  if (!held || held.revoked_at) return 'invalid';
  if (held.used_at) {
    await revokeSession(tx, held.session_id, now);
    return 'invalid';
  }
  if (held.expires_at <= now) return 'expired';
  await markUsed(tx, hash, now);
  return issueTokens(desk, tx, { id: held.session_id, userId: held.user_id, expiresAt: held.session_expires_at });
}

// No token outlives its session: thirty days after the password was given it is asked for again.
async function issueTokens(
  desk: Desk,
  tx: Tx,
  session: { id: string; userId: string; expiresAt: Date },
): Promise<OpenSession> {
  const access = freshToken(desk.config, 'access');
  const refresh = freshToken(desk.config, 'refresh');
  const now = desk.clock.now().getTime();
  const end = session.expiresAt.getTime();
  const accessEnd = Math.min(now + accessLifetimeMs, end);
  await insertTokens(tx, session.id, [
    { hash: access.hash, kind: 'access', expiresAt: new Date(accessEnd) },
    { hash: refresh.hash, kind: 'refresh', expiresAt: session.expiresAt },
  ]);
  return {
    userId: session.userId,
    accessToken: access.token,
    accessLifetime: Math.floor((accessEnd - now) / 1_000),
    refreshToken: refresh.token,
    refreshLifetime: Math.floor((end - now) / 1_000),
  };
}
