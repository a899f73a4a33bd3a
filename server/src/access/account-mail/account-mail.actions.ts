import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { defaultSender, transmitMail, type OutgoingMail } from '../../platform/egress/smtp.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { accountMailDue } from './account-mail.jobs.ts';
import type { MailContent } from './account-mail.logic.ts';
import {
  insertMail,
  lockMail,
  markMailSent,
  markMailUnsent,
  unsentMail,
  type AccountMailRow,
} from './account-mail.store.ts';
import { composeReset } from './reset-mail.actions.ts';
import { openContent, sealContent } from './account-mail-seal.ts';

export interface QueuedMail {
  kind: Exclude<AccountMailRow['kind'], 'password_reset'>;
  to: string;
  content: MailContent;
  /** After this the mail is no longer sent, and its content is wiped. */
  expiresAt: Date;
  organizationId?: string;
}

/** Stores the mail in the transaction of its cause; a job then sends it at least once, always with the same Message-ID. */
export async function enqueueMail(desk: Desk, tx: Tx, letter: QueuedMail): Promise<void> {
  const { kind, to, content, expiresAt, organizationId } = letter;
  const id = newId();
  const contentSealed = sealContent(desk, id, content);
  await insertMail(tx, { id, kind, recipient: to, contentSealed, origin: null, now: desk.clock.now(), expiresAt });
  const due = organizationId === undefined ? { mailId: id } : { mailId: id, organizationId };
  await desk.jobs.enqueue(tx, accountMailDue, due, { key: id });
}

/** Sends one mail. Throws if the job should retry. Without SMTP_URL, keeps the mail for the operator. */
export async function deliverAccountMail(desk: Desk, mailId: string, { last }: { last: boolean }): Promise<void> {
  const mail = await readyMail(desk, mailId);
  if (!mail) return;
  if (!desk.config.SMTP_URL) return keep(desk, mail);
  const outcome = await transmitMail(desk.config.SMTP_URL, mimeOf(desk, mail), {
    speakWithin: 10_000,
    silence: 20_000,
    over: 60_000,
  });
  await unscoped(desk.db, async (tx) => {
    if (outcome.kind === 'accepted') return markMailSent(tx, mailId, desk.clock.now());
    const isFinal = last || outcome.refused;
    const error = outcome.status === null ? outcome.code : `SMTP ${outcome.status}`;
    return markMailUnsent(tx, mailId, { state: isFinal ? 'failed' : 'waiting', error });
  });
  if (outcome.kind === 'accepted' || outcome.refused) return;
  throw upstreamFailed(sentence`The mail server did not take the mail.`);
}

/** A mail that has not been sent, as the operator at the machine reads it: with its links. */
export interface UnsentMail {
  id: string;
  kind: AccountMailRow['kind'];
  state: AccountMailRow['state'];
  to: string;
  error: string | null;
  createdAt: Date;
  expiresAt: Date;
  content: MailContent | null;
}

/** Only for the operator's tool: a reader of this list can take over the accounts. */
export const listUnsentMail = (desk: Desk): Promise<UnsentMail[]> =>
  unscoped(desk.db, async (tx) =>
    (await unsentMail(tx, desk.clock.now())).map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      to: row.recipient,
      error: row.error,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      content: row.content_sealed === null ? null : openContent(desk, row.id, row.content_sealed),
    })),
  );

interface ReadyMail {
  id: string;
  kind: AccountMailRow['kind'];
  to: string;
  content: MailContent;
}

async function readyMail(desk: Desk, id: string): Promise<ReadyMail | null> {
  await composeReset(desk, id);
  return unscoped(desk.db, async (tx) => {
    const row = await lockMail(tx, id);
    if (!row?.content_sealed || row.state === 'sent' || row.expires_at <= desk.clock.now()) return null;
    return { id, kind: row.kind, to: row.recipient, content: openContent(desk, id, row.content_sealed) };
  });
}

function keep(desk: Desk, { id, kind }: ReadyMail): Promise<void> {
  desk.log.warn({ mail: id, kind }, 'mail is kept, not sent: SMTP_URL is not set');
  return unscoped(desk.db, (tx) => markMailUnsent(tx, id, { state: 'kept', error: 'smtp_not_configured' }));
}

function mimeOf(desk: Desk, { id, to, content }: ReadyMail): OutgoingMail {
  const from = defaultSender(desk.config);
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { address: to, name: '' },
    replyTo: null,
    subject: content.subject,
    text: content.text,
    html: null,
    messageId: `account.${id}@${domain}`,
    inReplyTo: null,
    references: [],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
  };
}
