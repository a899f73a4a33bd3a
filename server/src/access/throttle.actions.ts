import ipaddr from 'ipaddr.js';
import type { Desk } from '../platform/desk.ts';
import { tooMany } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { sha256 } from '../platform/signatures.ts';
import { unscoped } from '../platform/transaction.ts';
import { addressKey } from './addresses.logic.ts';
import {
  deleteAttemptsBefore,
  deleteAttemptsOf,
  insertAttempt,
  latestAttempts,
  lockAttempts,
  type AttemptKeys,
} from './login-attempts.store.ts';
import { attemptLimits, attemptWindowMs, waitSeconds } from './throttle.logic.ts';

/**
 * Counts an attempt as failed before it is tried, so that many at the same time cannot all pass; `forgive` takes it back.
 * Throws 429, alike for accounts that do not exist. Refused attempts are not counted: nobody is locked out for ever.
 */
export async function countAttempt(desk: Desk, email: string, ip: string): Promise<AttemptKeys> {
  const keys = { account: sha256('account:', addressKey(email)), network: sha256('network:', networkOf(ip)) };
  const now = desk.clock.now();
  const since = new Date(now.getTime() - attemptWindowMs);
  const wait = await unscoped(desk.db, async (tx) => {
    await lockAttempts(tx, keys);
    await deleteAttemptsBefore(tx, since);
    const waits: number[] = [];
    for (const column of ['account', 'network'] as const) {
      const limit = attemptLimits[column];
      const latest = await latestAttempts(tx, { column, digest: keys[column] }, { since, limit });
      waits.push(waitSeconds(latest, limit, now));
    }
    const longest = Math.max(...waits);
    if (longest === 0) await insertAttempt(tx, keys, { id: newId(), at: now });
    return longest;
  });
  if (wait > 0) throw tooMany('Too many failed attempts. Wait before you try again.', wait);
  return keys;
}

/** The right password was given: the account's failures are history. Those of the network at other accounts are not. */
export const forgive = (desk: Desk, keys: AttemptKeys): Promise<void> =>
  unscoped(desk.db, (tx) => deleteAttemptsOf(tx, keys.account));

// A household or a data centre has a whole /64 of IPv6 addresses at hand, so that is what counts as one.
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}
