import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { tooMany } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { networkOf } from '../../platform/http/network.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import {
  deleteAttemptsOf,
  insertAttempt,
  latestAttempts,
  lockAttempts,
  type LoginAttempt,
  type AttemptKeys,
} from './login-attempts.store.ts';
import { throttles, waitSeconds, type Throttle } from './throttle.logic.ts';

export type Throttled = keyof typeof throttles;

/**
 * Counts an attempt as failed before it is made, so that concurrent attempts cannot all pass; `clearFailures` takes it back.
 * Throws 429, also for accounts that do not exist. Refused attempts are not counted, so that nobody is locked out for ever.
 */
export const countAttempt = (desk: Desk, kind: Throttled, email: string, ip: string): Promise<LoginAttempt> =>
  count(desk, kind, keysOf(kind, email, ip));

/**
 * As `countAttempt`, for a sign-in from a known device. Counts by device instead of by address, so that other people's failures
 * at the address do not lock its owner out (ASVS 6.1.1). Failures from the same network still do.
 */
export const countDeviceAttempt = (desk: Desk, device: string, ip: string): Promise<LoginAttempt> =>
  count(desk, 'login', {
    account: digestOf('login', 'device', device),
    network: digestOf('login', 'network', networkOf(ip)),
  });

async function count(desk: Desk, kind: Throttled, keys: AttemptKeys): Promise<LoginAttempt> {
  const { attempt, waits } = await countAndRecord(desk, kind, keys);
  const wait = Math.max(waits.account, waits.network);
  if (wait > 0) throw tooMany(sentence`Too many attempts. Wait before you try again.`, wait);
  return attempt;
}

/** As `countAttempt`, but returns false if only the account's limit is reached, so that the reply does not reveal it. */
export async function countQuietly(desk: Desk, kind: Throttled, email: string, ip: string): Promise<boolean> {
  const { waits } = await countAndRecord(desk, kind, keysOf(kind, email, ip));
  if (waits.network > 0) throw tooMany(sentence`Too many attempts. Wait before you try again.`, waits.network);
  return waits.account === 0;
}

/** After a success, deletes the account's failures. The network's failures at other accounts still count. */
export const clearFailures = (desk: Desk, { account }: AttemptKeys): Promise<void> =>
  unscoped(desk.db, (tx) => deleteAttemptsOf(tx, account));

/** A person who has just proven in another way that the account is theirs may sign in at once. */
export const clearSignInFailures = (tx: Tx, email: string): Promise<void> =>
  deleteAttemptsOf(tx, digestOf('login', 'account', addressKey(email)));

const keysOf = (kind: Throttled, email: string, ip: string): AttemptKeys => ({
  account: digestOf(kind, 'account', addressKey(email)),
  network: digestOf(kind, 'network', networkOf(ip)),
});

const digestOf = (kind: Throttled, of: 'account' | 'device' | 'network', text: string) =>
  sha256(`${kind}:${of}:`, text);

async function countAndRecord(desk: Desk, kind: Throttled, keys: AttemptKeys) {
  const throttle: Throttle = throttles[kind];
  const attempt = { ...keys, id: newId(), at: desk.clock.now() };
  const since = new Date(attempt.at.getTime() - throttle.windowMilliseconds);
  const waits = await unscoped(desk.db, async (tx) => {
    await lockAttempts(tx, keys);
    const found = { account: 0, network: 0 };
    for (const column of ['account', 'network'] as const) {
      const limit = throttle[column];
      if (limit === null) continue;
      const latest = await latestAttempts(tx, { column, digest: keys[column] }, { since, limit });
      found[column] = waitSeconds(latest, { limit, windowMilliseconds: throttle.windowMilliseconds }, attempt.at);
    }
    if (found.account === 0 && found.network === 0) await insertAttempt(tx, attempt);
    return found;
  });
  return { attempt, waits };
}
