import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { asUser, unscoped } from '../../platform/database/transaction.ts';
import { sealContent } from './account-mail-seal.ts';
import { sayFor } from '../../platform/words/say.ts';
import { resetMail } from './account-mail.logic.ts';
import { deleteMail, lockMail, setContent, type AccountMailRow } from './account-mail.store.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import { saveReset } from './password-resets.store.ts';
import { signInActor, recordAccountEvent } from '../accounts/person-audit.actions.ts';
import { freshToken } from '../admission/tokens.ts';
import { findPassword } from '../accounts/users.store.ts';

const linkLifetimeMilliseconds = 30 * 60_000;

/**
 * The second half of a password reset: finds the account and writes the link. This runs in a job, so that the request does the
 * same work for every address. Deletes a request for an address without an account.
 */
export async function composeReset(desk: Desk, mailId: string): Promise<void> {
  const account = await unscoped(desk.db, async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (mail?.state !== 'asked') return null;
    const found = await findPassword(tx, { emailKey: addressKey(mail.recipient) });
    const isStale = mail.expires_at <= desk.clock.now();
    if (!found || isStale) await deleteMail(tx, mailId);
    return found && !isStale ? found : null;
  });
  if (!account) return;
  await asUser(desk.db, account.id, async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (mail?.state === 'asked') await writeLink(desk, tx, mail, account);
  });
}

async function writeLink(
  desk: Desk,
  tx: Tx,
  mail: AccountMailRow,
  account: { id: string; email: string; name: string; locale: string },
): Promise<void> {
  const { id: userId, email, name, locale } = account;
  const { token, hash } = freshToken(desk.config, 'password_reset');
  const expiresAt = new Date(desk.clock.now().getTime() + linkLifetimeMilliseconds);
  await saveReset(tx, { userId, hash, expiresAt });
  const content = resetMail(sayFor(locale), name, `${desk.config.PUBLIC_URL}/reset?token=${token}`);
  await setContent(tx, mail.id, {
    // Use the registered spelling: the typed one may differ in a way that matters to its mail server.
    recipient: email,
    content_sealed: sealContent(desk, mail.id, content),
    expires_at: expiresAt,
  });
  await recordAccountEvent(desk, tx, {
    userId,
    name,
    actor: signInActor,
    origin: mail.origin,
    action: 'user.password_reset_requested',
  });
}
