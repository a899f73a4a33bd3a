import type { RequestEmailChange } from '@desk/contract/access';
import { unlessDuplicate, type Tx } from '../../platform/database/database.ts';
import { asUser, unscoped } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { sayFor } from '../../platform/words/say.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { enqueueMail } from '../account-mail/account-mail.actions.ts';
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNotice,
} from '../account-mail/email-change-mail.logic.ts';
import {
  findEmailChange,
  saveEmailChange,
  takeEmailChange,
  type ChangeLink,
} from '../account-mail/email-changes.store.ts';
import { forgetReset } from '../account-mail/password-resets.store.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import { recordAccountEvent } from '../accounts/person-audit.actions.ts';
import { findPassword, findUser, setEmail } from '../accounts/users.store.ts';
import type { Person } from '../admission/admission.ts';
import { revokeOtherSessions } from '../admission/sessions.store.ts';
import { freshToken, tokenHash } from '../admission/tokens.ts';
import type { Origin } from '../audit/audit.actions.ts';
import { proveCurrentPassword } from '../passwords/current-password.actions.ts';
import { countQuietly } from '../passwords/throttle.actions.ts';

const day = 24 * 3_600_000;

/**
 * Mails a confirmation link to the new address, and a notice with a stop link to the old one. Does the same work and gives the
 * same reply whether the new address is free or taken; the owner of a taken one gets a mail. After three requests for an address
 * in an hour, sends nothing and does not report that. Throws 422 for a wrong password or an account without one, because a
 * session alone must not be enough; 429 after too many attempts.
 */
export async function startEmailChange(desk: Desk, person: Person, wanted: RequestEmailChange): Promise<void> {
  const email = wanted.email.normalize('NFC');
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { userId: person.userId }));
  if (!account?.hash)
    throw invalid('/current_password', sentence`this account has no password; a reset by e-mail sets the first one`);
  const { ip } = person.origin;
  await proveCurrentPassword(desk, { email: account.email, hash: account.hash, ip }, wanted.current_password);
  if (email === account.email) throw invalid('/email', sentence`is already the address of this account`);
  if (!(await countQuietly(desk, 'email_change', email, ip))) return;
  await asUser(desk.db, person.userId, (tx) => writeLinks(desk, tx, person, { ...account, wanted: email }));
}

async function writeLinks(
  desk: Desk,
  tx: Tx,
  { userId, sessionId, origin }: Person,
  { email, name, locale, wanted }: { email: string; name: string; locale: string; wanted: string },
): Promise<void> {
  const [confirm, stop] = [freshToken(desk.config, 'email_change'), freshToken(desk.config, 'email_stop')];
  const expiresAt = new Date(desk.clock.now().getTime() + day);
  await saveEmailChange(tx, {
    user_id: userId,
    email: wanted,
    confirm_hash: confirm.hash,
    stop_hash: stop.hash,
    session_id: sessionId,
    expires_at: expiresAt,
  });
  const owner = await findPassword(tx, { emailKey: addressKey(wanted) });
  const link = `${desk.config.PUBLIC_URL}/email/confirm?token=${confirm.token}`;
  const isTaken = owner !== undefined && owner.id !== userId;
  const say = sayFor(locale);
  await enqueueMail(desk, tx, {
    kind: 'email_change',
    to: wanted,
    content: isTaken ? addressTakenMail(sayFor(owner.locale)) : emailChangeMail(say, name, link),
    expiresAt,
  });
  await enqueueMail(desk, tx, {
    kind: 'email_change_notice',
    to: email,
    content: emailChangeNotice(say, name, wanted, `${desk.config.PUBLIC_URL}/email/stop?token=${stop.token}`),
    expiresAt,
  });
  await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.email_change_requested' });
}

/**
 * Makes the new address the account's: the person signs in with it, and links mailed to the old one are void. Ends every
 * session except the one that requested the change. Throws 422 `token_invalid`, also if the address is taken by now.
 */
export async function confirmChange(desk: Desk, token: string, origin: Origin): Promise<void> {
  const found = await changeOf(desk, token, 'email_change');
  const { user_id: userId, session_id: sessionId, email, former, name } = found;
  const now = desk.clock.now();
  await unlessDuplicate(
    asUser(desk.db, userId, async (tx) => {
      if (!(await takeEmailChange(tx, found.link))) throw tokenInvalid();
      await setEmail(tx, userId, { email, emailKey: addressKey(email), now });
      await forgetReset(tx, userId);
      await revokeOtherSessions(tx, { userId, sessionId }, now);
      const { locale } = await findUser(tx, userId);
      await enqueueMail(desk, tx, {
        kind: 'email_change_notice',
        to: former,
        content: emailChangedMail(sayFor(locale), name, email),
        expiresAt: new Date(now.getTime() + 7 * day),
      });
      const changes = { email: { from: former, to: email } };
      await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.email_changed', changes });
    }),
    tokenInvalid,
  );
}

/** Cancels the change, with the link that was mailed to the old address. Throws 422 `token_invalid`. */
export async function stopChange(desk: Desk, token: string, origin: Origin): Promise<void> {
  const { user_id: userId, name, link } = await changeOf(desk, token, 'email_stop');
  await asUser(desk.db, userId, async (tx) => {
    if (!(await takeEmailChange(tx, link))) throw tokenInvalid();
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.email_change_stopped' });
  });
}

async function changeOf(desk: Desk, token: string, kind: 'email_change' | 'email_stop') {
  const hash = tokenHash(desk.config, kind, token);
  if (!hash) throw tokenInvalid();
  const link: ChangeLink = kind === 'email_stop' ? { stop_hash: hash } : { confirm_hash: hash };
  const found = await unscoped(desk.db, (tx) => findEmailChange(tx, link, desk.clock.now()));
  if (!found) throw tokenInvalid();
  return { ...found, link };
}

const tokenInvalid = () => invalid('/token', sentence`This link is no longer valid.`, 'token_invalid');
