import type { Desk } from '../platform/desk.ts';
import { unscoped } from '../platform/database/transaction.ts';
import { guarded } from '../platform/guarded.ts';
import { deleteMailExpiredBefore, wipeExpiredMail } from './account-mail/account-mail.store.ts';
import { deleteAttemptsBefore } from './passwords/login-attempts.store.ts';
import { deleteExpiredEmailChanges } from './account-mail/email-changes.store.ts';
import { deleteExpiredResets } from './account-mail/password-resets.store.ts';
import { deleteAccessTokensExpiredBefore, deleteSessionsExpiredBefore } from './admission/sessions.store.ts';
import { sweepDeletions } from './deletion/delete-organization.actions.ts';
import { sweepExports } from './export/write-export.actions.ts';
import { longestWindowMilliseconds } from './passwords/throttle.logic.ts';

const day = 86_400_000;

/**
 * Takes up what exports and deletions of organizations need, and deletes expired rows. Keeps an expired access token for a day,
 * to distinguish it from a wrong one. Keeps a session for 90 days and mail (without its content) for 30, for investigations.
 */
export async function sweepAccess(desk: Desk): Promise<void> {
  await guarded(desk, 'expired access', () => deleteExpired(desk));
  await guarded(desk, 'deletions', () => sweepDeletions(desk));
  await sweepExports(desk);
}

function deleteExpired(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return unscoped(desk.db, async (tx) => {
    await deleteAttemptsBefore(tx, ago(longestWindowMilliseconds));
    await deleteExpiredResets(tx, now);
    await deleteExpiredEmailChanges(tx, now);
    await wipeExpiredMail(tx, now);
    await deleteMailExpiredBefore(tx, ago(30 * day));
    await deleteAccessTokensExpiredBefore(tx, ago(day));
    await deleteSessionsExpiredBefore(tx, ago(90 * day));
  });
}
