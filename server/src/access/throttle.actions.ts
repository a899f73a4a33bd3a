import ipaddr from 'ipaddr.js';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { tooMany } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { sha256 } from '../platform/signatures.ts';
import { unscoped } from '../platform/transaction.ts';
import { addressKey } from './addresses.logic.ts';
import {
  deleteAttemptsOf,
  insertAttempt,
  latestAttempts,
  lockAttempts,
  type Attempt,
  type AttemptKeys,
} from './login-attempts.store.ts';
import { throttles, waitSeconds, type Throttle } from './throttle.logic.ts';

export type Throttled = keyof typeof throttles;

/**
 * Counts an attempt as failed before it is tried, so that many at the same time cannot all pass; `forgive` takes it back.
 * Throws 429, alike for accounts that do not exist. Refused attempts are not counted: nobody is locked out for ever.
 */
export async function countAttempt(desk: Desk, kind: Throttled, email: string, ip: string): Promise<Attempt> {
  const { attempt, waits } = await book(desk, kind, { account: addressKey(email), network: networkOf(ip) });
  const wait = Math.max(waits.account, waits.network);
  if (wait > 0) throw tooMany('Too many attempts. Wait before you try again.', wait);
  return attempt;
}

/** As `countAttempt`, but false when only the account has had enough: the caller is not told, which is what it is for. */
export async function countQuietly(desk: Desk, kind: Throttled, email: string, ip: string): Promise<boolean> {
  const { waits } = await book(desk, kind, { account: addressKey(email), network: networkOf(ip) });
  if (waits.network > 0) throw tooMany('Too many attempts. Wait before you try again.', waits.network);
  return waits.account === 0;
}

/** It was no failure: those of the account before it are history. Those of the network at other accounts are not. */
export const forgive = (desk: Desk, { account }: AttemptKeys): Promise<void> =>
  unscoped(desk.db, (tx) => deleteAttemptsOf(tx, account));

/** Somebody who has just proven in another way that the account is theirs may sign in at once. */
export const forgiveSignIns = (tx: Tx, email: string): Promise<void> =>
  deleteAttemptsOf(tx, digestOf('login', 'account', addressKey(email)));

const digestOf = (kind: Throttled, of: 'account' | 'network', text: string) => sha256(`${kind}:${of}:`, text);

async function book(desk: Desk, kind: Throttled, who: { account: string; network: string }) {
  const keys = {
    account: digestOf(kind, 'account', who.account),
    network: digestOf(kind, 'network', who.network),
  };
  const throttle: Throttle = throttles[kind];
  const attempt = { ...keys, id: newId(), at: desk.clock.now() };
  const since = new Date(attempt.at.getTime() - throttle.windowMs);
  const waits = await unscoped(desk.db, async (tx) => {
    await lockAttempts(tx, keys);
    const found = { account: 0, network: 0 };
    for (const column of ['account', 'network'] as const) {
      const limit = throttle[column];
      if (limit === null) continue;
      const latest = await latestAttempts(tx, { column, digest: keys[column] }, { since, limit });
      found[column] = waitSeconds(latest, { limit, windowMs: throttle.windowMs }, attempt.at);
    }
    if (found.account === 0 && found.network === 0) await insertAttempt(tx, attempt);
    return found;
  });
  return { attempt, waits };
}

// A household or a data centre has a whole /64 of IPv6 addresses at hand, so that is what counts as one.
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}
