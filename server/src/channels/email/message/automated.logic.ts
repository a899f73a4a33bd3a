import type { Automated } from '../../port/channel.logic.ts';
import { isAutoReplyHeader, withoutComments } from './auto-reply-headers.logic.ts';
import { isOfAbsence } from './learned/absence.logic.ts';
import { askerOf, headerOf, isNoReply, isOurs, isOwnList, listHeaders, type IncomingMail } from './mail.logic.ts';

export interface MailContext {
  /** The envelope sender; mail systems send reports with `<>` or ''. Null if the transport did not report it. */
  envelopeFrom: string | null;
  /** Addresses that we send from or receive at. */
  ourAddresses: ReadonlySet<string>;
  /** Our own `X-Loop` value. */
  loopMark: string;
}

/**
 * Detects whether a machine sent this mail, by the table of docs/vendors.md, strongest sign first; null for a person's
 * mail. A weak sign must never drop a mail: Exchange tenants add `X-Auto-Response-Suppress` to mail that people write.
 */
export function automatedMail(mail: IncomingMail, around: MailContext): Automated | null {
  for (const sign of signs) {
    const verdict = sign(mail, around);
    if (verdict) return verdict;
  }
  return null;
}

type AutomationDetector = (mail: IncomingMail, around: MailContext) => Automated | null;

const strong = (kind: Automated['kind']): Automated => ({ kind, strength: 'strong' });
const weak = (kind: Automated['kind']): Automated => ({ kind, strength: 'weak' });
const has = (mail: IncomingMail, name: string) => headerOf(mail, name) !== null;

// Detects a contact form: a program writes for the visitor whom it names in Reply-To.
const isForSomebody = (mail: IncomingMail, { ourAddresses }: Pick<MailContext, 'ourAddresses'>) =>
  askerOf(mail, ourAddresses) !== mail.from;

// Services that send the mail of a form add the headers of mass mail. A newsletter asks for answers at its own domain.
function isForStranger(mail: IncomingMail, around: MailContext): boolean {
  const asker = askerOf(mail, around.ourAddresses);
  return asker !== mail.from && siteOf(asker?.address) !== siteOf(mail.from?.address);
}

const siteOf = (address = '') =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .split('.')
    .slice(-2)
    .join('.');

const ownLoop: AutomationDetector = (mail, { ourAddresses, loopMark }) => {
  const fromUs =
    mail.from !== null && isOurs(mail.from.address, ourAddresses) && !isForSomebody(mail, { ourAddresses });
  const marked = mail.headers.some((header) => header.name === 'x-loop' && header.value.trim() === loopMark);
  return fromUs || marked ? strong('own_loop') : null;
};

const report: AutomationDetector = (mail) => {
  const type = headerOf(mail, 'content-type') ?? '';
  if (!/^\s*multipart\/report/i.test(type)) return null;
  if (/report-type\s*=\s*"?disposition-notification/i.test(type)) return strong('read_receipt');
  if (/report-type\s*=\s*"?feedback-report/i.test(type)) return strong('complaint');
  return strong('bounce');
};

const emptySender: AutomationDetector = (mail, { envelopeFrom }) => {
  const paths = [envelopeFrom, headerOf(mail, 'return-path')].filter((path) => path !== null);
  const empty = paths.some((path) => path.trim() === '<>' || path.trim() === '');
  return empty || has(mail, 'x-failed-recipients') ? strong('bounce') : null;
};

const autoSubmitted: AutomationDetector = (mail, around) => {
  const header = headerOf(mail, 'auto-submitted');
  if (header === null) return null;
  // Parameters may follow (RFC 3834).
  const word = withoutComments(header).split(';')[0]?.trim().toLowerCase() ?? '';
  if (word.startsWith('auto-generated') && isForSomebody(mail, around)) return weak('auto_reply');
  return word === 'no' ? null : strong('auto_reply');
};

const mailSystem: AutomationDetector = (mail) =>
  /^(mailer-daemon|postmaster)@/.test(mail.from?.address ?? '') ? strong('bounce') : null;

const throughOwnList: AutomationDetector = (mail, around) =>
  isOwnList(mail, around.ourAddresses) ? weak('mailing_list') : null;

const mailingList: AutomationDetector = (mail, around) => {
  const named = listHeaders(mail);
  if (named.length === 0 || isOwnList(mail, around.ourAddresses)) return null;
  const onlyEnds = named.every(({ name }) => name.startsWith('list-unsubscribe'));
  return onlyEnds && isForStranger(mail, around) ? weak('mailing_list') : strong('mailing_list');
};

const precedence: AutomationDetector = (mail, around) => {
  const value = withoutComments(headerOf(mail, 'precedence') ?? '')
    .trim()
    .toLowerCase();
  if (value === 'auto_reply' || value === 'auto-reply') return strong('auto_reply');
  if (value === 'list') return isOwnList(mail, around.ourAddresses) ? null : strong('mailing_list');
  if (value === 'bulk' && isForStranger(mail, around)) return weak('bulk');
  return value === 'bulk' || value === 'junk' ? strong('bulk') : null;
};

const autoReplyHeader: AutomationDetector = (mail) =>
  mail.headers.some(isAutoReplyHeader) ? strong('auto_reply') : null;

// A spam filter on the mail's way has flagged it, and would have moved it to a folder that nobody reads.
const flaggedAsSpam: AutomationDetector = (mail) =>
  /^\s*yes\b/i.test(headerOf(mail, 'x-spam-flag') ?? '') ? strong('spam') : null;

const noReply: AutomationDetector = (mail, around) =>
  isNoReply(mail.from?.address ?? '') && !isForSomebody(mail, around) ? strong('no_reply_sender') : null;

// Exchange adds the first to ordinary mail: it asks for no automatic reply, but does not mean that a machine wrote the mail. It adds
// the second to its automatic replies, and to people's mail that a rule of an inbox passes on.
const suppressed: AutomationDetector = (mail) =>
  has(mail, 'x-auto-response-suppress') || has(mail, 'x-ms-exchange-inbox-rules-loop') ? weak('auto_reply') : null;

const absenceSubject: AutomationDetector = (mail) => (isOfAbsence(mail.subject ?? '') ? weak('auto_reply') : null);

const appointment: AutomationDetector = ({ isAppointment }) => (isAppointment ? weak('auto_reply') : null);

/** Whether a program wrote the mail, rather than only sent it. Weak signs that people's mail can have as well do not count. */
export const isWrittenByProgram = (mail: IncomingMail, around: MailContext): boolean =>
  automatedMail(mail, around)?.strength === 'strong' || isOfAbsence(mail.subject ?? '');

const signs: AutomationDetector[] = [
  ownLoop,
  report,
  emptySender,
  autoSubmitted,
  mailSystem,
  mailingList,
  precedence,
  autoReplyHeader,
  flaggedAsSpam,
  noReply,
  throughOwnList,
  suppressed,
  absenceSubject,
  appointment,
];

/** The message ids that a delivery report quotes, among them that of our mail that did not arrive. */
export function reportedMessageIds(mail: IncomingMail): string[] {
  const quoted = mail.attachments.map((attachment) => attachment.report).join('\n');
  const matches = quoted.matchAll(/^(?:(?:X-)?Original-)?Message-ID:\s*<([^<>\s]+)>/gim);
  return [...matches].map((match) => match[1] ?? '').filter(Boolean);
}
