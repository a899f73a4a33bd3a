import type { ConfirmPasswordReset } from '@desk/contract/access';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { asUser, unscoped } from '../../platform/database/transaction.ts';
import { enqueueMail } from '../account-mail/account-mail.actions.ts';
import { accountMailDue } from '../account-mail/account-mail.jobs.ts';
import { sayFor } from '../../platform/words/say.ts';
import { passwordChangedMail } from '../account-mail/account-mail.logic.ts';
import { forgetEmailChange } from '../account-mail/email-changes.store.ts';
import { insertMail } from '../account-mail/account-mail.store.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import type { Origin } from '../audit/audit.actions.ts';
import { deleteIdentitiesOf } from '../accounts/identities.store.ts';
import { refuseWeak } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { findResetAccount, forgetReset, takeReset } from '../account-mail/password-resets.store.ts';
import { recordAccountEvent, type AccountEvent } from '../accounts/person-audit.actions.ts';
import { revokeOtherSessions } from '../admission/sessions.store.ts';
import { countQuietly, clearSignInFailures } from './throttle.actions.ts';
import { tokenHash } from '../admission/tokens.ts';
import { findPassword, findUser, savePassword, verifyEmail } from '../accounts/users.store.ts';

const hour = 3_600_000;

/**
 * Requests a reset link. Does the same work and gives the same reply for every address: only the job that sends the mail looks
 * up the account. After three requests for an address in an hour, sends nothing and does not report that. Throws 429 after ten
 * from one network.
 */
export async function startPasswordReset(desk: Desk, email: string, origin: Origin): Promise<void> {
  if (!(await countQuietly(desk, 'reset', email, origin.ip))) return;
  const id = newId();
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + hour);
  await unscoped(desk.db, async (tx) => {
    const mail = { id, kind: 'password_reset' as const, recipient: email, contentSealed: null, origin, now, expiresAt };
    await insertMail(tx, mail);
    await desk.jobs.enqueue(tx, accountMailDue, { mailId: id }, { key: id });
  });
}

/** Sets a password, also a first one, with the token of the link. Throws 422 `token_invalid` or `password_too_weak`. */
export async function confirmReset(
  desk: Desk,
  { token, password }: ConfirmPasswordReset,
  origin: Origin,
): Promise<void> {
  const tokenInvalid = () =>
    invalid('/token', sentence`This link is no longer valid. Request a new one.`, 'token_invalid');
  const hash = tokenHash(desk.config, 'password_reset', token);
  const account = hash && (await unscoped(desk.db, (tx) => findResetAccount(tx, hash, desk.clock.now())));
  if (!account) throw tokenInvalid();
  const { id: userId, email, name } = account;
  refuseWeak(desk, password, { path: '/password', about: [email, name] });
  const renewed = await hashPassword(desk, password);
  await asUser(desk.db, userId, async (tx) => {
    if (!(await takeReset(tx, hash))) throw tokenInvalid();
    // The link came by mail, so its user reads that mailbox. If this verifies the address for the first time, a stranger may
    // have opened the account: remove their other ways in.
    if (await verifyEmail(tx, userId, desk.clock.now())) await deleteIdentitiesOf(tx, userId);
    await savePassword(tx, userId, renewed, desk.clock.now());
    await onPasswordChanged(desk, tx, { userId, email, sessionId: null, name });
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.password_reset' });
  });
}

/** Lets the operator set a password for a person who gets no mail. False without an account; throws 422 `password_too_weak`. */
export async function setPassword(
  desk: Desk,
  { email, password }: { email: string; password: string },
  by: Required<Pick<AccountEvent, 'actor' | 'origin'>>,
): Promise<boolean> {
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { emailKey: addressKey(email) }));
  if (!account) return false;
  const { id: userId, name } = account;
  refuseWeak(desk, password, { path: '/password', about: [account.email, name] });
  const renewed = await hashPassword(desk, password);
  await asUser(desk.db, userId, async (tx) => {
    await savePassword(tx, userId, renewed, desk.clock.now());
    await onPasswordChanged(desk, tx, { userId, email: account.email, sessionId: null, name });
    await recordAccountEvent(desk, tx, { userId, name, ...by, action: 'user.password_reset' });
  });
  return true;
}

interface Renewed {
  userId: string;
  email: string;
  name: string;
  /** The session that stays; null to end all. */
  sessionId: string | null;
}

/** Applies the consequences of a new password: voids older links, ends other sessions, and mails the person a notice. */
export async function onPasswordChanged(desk: Desk, tx: Tx, renewed: Renewed): Promise<void> {
  const now = desk.clock.now();
  await forgetReset(tx, renewed.userId);
  await forgetEmailChange(tx, renewed.userId);
  await clearSignInFailures(tx, renewed.email);
  await revokeOtherSessions(tx, renewed, now);
  const { locale } = await findUser(tx, renewed.userId);
  await enqueueMail(desk, tx, {
    kind: 'password_changed',
    to: renewed.email,
    content: passwordChangedMail(sayFor(locale), renewed.name, `${desk.config.PUBLIC_URL}/forgot`),
    expiresAt: new Date(now.getTime() + 7 * 24 * hour),
  });
}
