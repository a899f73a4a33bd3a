import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { withoutTag } from './message/mail.logic.ts';

/**
 * Returns whether an automatic mail may be sent to the address now, and counts it: once in ten minutes and five times a
 * day, over all organizations. Commits with the transaction.
 */
export async function takeAutomaticMail(desk: Desk, tx: Tx, address: string): Promise<boolean> {
  // `a+1@…` and `a+2@…` arrive in one mailbox.
  const hash = desk.pepper('mail address', withoutTag(address.toLowerCase()));
  const { rows } = await sql<{
    taken: boolean;
  }>`select take_automatic_mail(${hash}, ${desk.clock.now()}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}
