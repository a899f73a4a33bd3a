import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { sayFor } from '../../platform/words/say.ts';
import type { Say } from '../../platform/words/sentence.logic.ts';
import { enqueueMail, type QueuedMail } from '../account-mail/account-mail.actions.ts';
import type { MailContent } from '../account-mail/account-mail.logic.ts';
import { adminsToTell } from './members.store.ts';

const keptMilliseconds = 7 * 86_400_000;

/** The mail that each admin gets. */
export interface MailToAdmins {
  kind: QueuedMail['kind'];
  /** Writes the mail in the recipient's language; `name` is the recipient's name. */
  write: (say: Say, name: string) => MailContent;
}

/** Sends a mail to every organization admin, in the transaction of its cause. */
export async function tellAdmins(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { kind, write }: MailToAdmins,
): Promise<void> {
  const expiresAt = new Date(desk.clock.now().getTime() + keptMilliseconds);
  const { organizationId } = scope;
  for (const { email: to, name, locale } of await adminsToTell(tx, scope))
    await enqueueMail(desk, tx, { kind, to, content: write(sayFor(locale), name), expiresAt, organizationId });
}
