import { setTimeout as sleep } from 'node:timers/promises';
import type { Login } from '@desk/contract/access';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { unauthenticated } from '../../platform/http/errors.ts';
import { newId } from '../../platform/process/ids.ts';
import { sameBytes, sha256 } from '../../platform/secrets/signatures.ts';
import { asUser, unscoped } from '../../platform/database/transaction.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import type { Person } from '../admission/admission.ts';
import type { Origin } from '../audit/audit.actions.ts';
import { setAttemptTime, type LoginAttempt } from '../passwords/login-attempts.store.ts';
import { deviceToken, verifyDeviceToken } from './known-device.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { signInActor, recordAccountEvent } from '../accounts/person-audit.actions.ts';
import {
  findRefreshOwner,
  insertSession,
  insertTokens,
  isFollowed,
  lockRefreshToken,
  markUsed,
  revokeSession,
} from '../admission/sessions.store.ts';
import { countAttempt, countDeviceAttempt, clearFailures } from '../passwords/throttle.actions.ts';
import { freshToken, tokenHash } from '../admission/tokens.ts';
import { findPassword, holdPassword, rehashPassword } from '../accounts/users.store.ts';

const accessLifetimeMilliseconds = 12 * 3_600_000;
const sessionLifetimeMilliseconds = 30 * 86_400_000;

/** Given to the caller once; only digests of the tokens are stored. Lifetimes are in seconds. */
export interface OpenSession {
  userId: string;
  accessToken: string;
  accessLifetime: number;
  refreshToken: string;
  refreshLifetime: number;
}

/** A session that a new sign-in has just opened. */
export interface NewSession extends OpenSession {
  /** The token that identifies the browser at the next sign-in; null for an account without a password. */
  device: string | null;
}

export async function openSession(desk: Desk, tx: Tx, userId: string, { client, ip }: Origin): Promise<NewSession> {
  const id = newId();
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifetimeMilliseconds);
  await insertSession(tx, { id, userId, now, expiresAt, client, ip });
  const account = await findPassword(tx, { userId });
  const known = account && knownBy(account);
  const device = known ? deviceToken(desk, known) : null;
  return { ...(await issueTokens(desk, tx, { id, userId, expiresAt })), device };
}

/**
 * Throws 401 `credentials_invalid`, after the same time for a wrong password and an unknown address; 429 after too many failures.
 * `token`: identifies the device to the account.
 */
export async function signIn(
  desk: Desk,
  { email, password }: Login,
  { origin, token }: { origin: Origin; token: string | null },
): Promise<NewSession> {
  const started = performance.now();
  const device = token === null ? null : await findDevice(desk, email, token);
  const attempt = device
    ? await countDeviceAttempt(desk, device, origin.ip)
    : await countAttempt(desk, 'login', email, origin.ip);
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { emailKey: addressKey(email) }));
  const stored = account?.hash ?? null;
  const verdict = await verifyPassword(desk, stored, password);
  if (!account || stored === null || verdict === 'wrong') {
    await noteFailure(desk, attempt, account, origin);
    await nextTick(started);
    throw unauthenticated('credentials_invalid');
  }
  const renewed = verdict === 'outdated' ? await hashPassword(desk, password) : null;
  await clearFailures(desk, attempt);
  const session = await asUser(desk.db, account.id, async (tx) => {
    if (renewed) await rehashPassword(tx, account.id, { previous: stored, hash: renewed });
    // The password changed while it was being verified. The change ended all sessions; this one would survive it.
    if (!account.changed_at || !(await holdPassword(tx, account.id, account.changed_at))) return null;
    await recordAccountEvent(desk, tx, { userId: account.id, name: account.name, origin, action: 'user.signed_in' });
    return openSession(desk, tx, account.id, origin);
  });
  if (!session) throw unauthenticated('credentials_invalid');
  return session;
}

// Recording a failure takes a little longer for an existing account. Refusals wait for the next tick, to hide the difference.
const tickMilliseconds = 100;

async function nextTick(started: number): Promise<void> {
  const elapsed = performance.now() - started;
  await sleep(Math.ceil(elapsed / tickMilliseconds) * tickMilliseconds - elapsed);
}

async function findDevice(desk: Desk, email: string, token: string): Promise<string | null> {
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { emailKey: addressKey(email) }));
  const known = account && knownBy(account);
  return known ? verifyDeviceToken(desk, known, token) : null;
}

const knownBy = ({ id: userId, changed_at: passwordChangedAt }: { id: string; changed_at: Date | null }) =>
  passwordChangedAt && { userId, passwordChangedAt };

// Writes the time for unknown addresses too: a commit without a write is faster, and would reveal that the account is unknown.
async function noteFailure(
  desk: Desk,
  attempt: LoginAttempt,
  account: { id: string; name: string } | undefined,
  origin: Origin,
): Promise<void> {
  await asUser(desk.db, account?.id ?? newId(), async (tx) => {
    await setAttemptTime(tx, attempt.id, desk.clock.now());
    if (!account) return;
    const { id: userId, name } = account;
    await recordAccountEvent(desk, tx, { userId, name, actor: signInActor, origin, action: 'user.sign_in_failed' });
  });
}

/**
 * Trades a refresh token for new tokens of the same session. A second use means that the token was stolen, and the caller may be
 * the owner or the thief, so the session ends. A renewal with a key may be repeated until another one follows. Throws 401.
 */
export async function renewSession(desk: Desk, { token, key, origin }: RenewalRequest): Promise<OpenSession> {
  if (token === null) throw unauthenticated('token_missing');
  const hash = tokenHash(desk.config, 'refresh', token);
  const owner = hash && (await findRefreshOwner(desk.db.kysely, hash));
  const renewal = owner
    ? await asUser(desk.db, owner.id, (tx) =>
        rotate(desk, tx, { hash, by: key === null ? null : sha256(key), owner, origin }),
      )
    : 'invalid';
  // Throw outside the transaction: an error inside would roll back the revocation of the session.
  if (renewal === 'invalid') throw unauthenticated('token_invalid');
  if (renewal === 'expired') throw unauthenticated('token_expired');
  return renewal;
}

export const endSession = (desk: Desk, { userId, name, sessionId, origin }: Person): Promise<void> =>
  asUser(desk.db, userId, async (tx) => {
    await revokeSession(tx, sessionId, desk.clock.now());
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.signed_out' });
  });

interface RenewalRequest {
  token: string | null;
  /** The client draws it at random, and sends it again if no reply arrived. */
  key: string | null;
  origin: Origin;
}

interface Renewal {
  hash: Buffer;
  by: Buffer | null;
  owner: { id: string; name: string };
  origin: Origin;
}

// A renewal leaves no audit entry: it is the same session. There is no grace period for two tabs that renew at once either: it
// would admit a quick thief, and the web client can serialize its renewals. A key is no such grace period: a thief of the
// cookie does not have it.
async function rotate(
  desk: Desk,
  tx: Tx,
  { hash, by, owner, origin }: Renewal,
): Promise<OpenSession | 'invalid' | 'expired'> {
  const now = desk.clock.now();
  const held = await lockRefreshToken(tx, hash);
  if (!held || held.revoked_at) return 'invalid';
  if (held.used_at && !(await isRepeated(tx, held, by))) {
    await revokeSession(tx, held.session_id, now);
    const deed = { userId: owner.id, name: owner.name, actor: signInActor, origin };
    await recordAccountEvent(desk, tx, { ...deed, action: 'session.revoked_for_reuse' });
    return 'invalid';
  }
  if (held.expires_at <= now) return 'expired';
  if (!held.used_at) await markUsed(tx, { hash, by, now });
  return issueTokens(desk, tx, { id: held.session_id, userId: held.user_id, expiresAt: held.session_expires_at });
}

async function isRepeated(
  tx: Tx,
  held: { session_id: string; used_at: Date | null; used_by: Buffer | null },
  by: Buffer | null,
): Promise<boolean> {
  if (!by || !held.used_at || !held.used_by || !sameBytes(held.used_by, by)) return false;
  return !(await isFollowed(tx, held.session_id, { by, at: held.used_at }));
}

// No token outlives its session: the person must sign in again after thirty days.
async function issueTokens(
  desk: Desk,
  tx: Tx,
  session: { id: string; userId: string; expiresAt: Date },
): Promise<OpenSession> {
  const access = freshToken(desk.config, 'access');
  const refresh = freshToken(desk.config, 'refresh');
  const now = desk.clock.now().getTime();
  const end = session.expiresAt.getTime();
  const accessEnd = Math.min(now + accessLifetimeMilliseconds, end);
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
