import type { Desk } from '../../platform/desk.ts';
import { defaultSender, type OutgoingMail } from '../../platform/egress/smtp.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Delivered, NotifyEmail, OutgoingReply } from '../port/channel.logic.ts';
import { readFiles } from '../outbound/files.ts';
import type { Circumstances } from '../outbound/delivery.logic.ts';
import { htmlOfText } from '../port/html.logic.ts';
import { loopMark, threadTokenKeys } from './threads/installation.ts';
import { plainAddress } from './message/mail.logic.ts';
import { inboxOf, verifiedDomainsOf } from './domains/mailboxes.store.ts';
import { beginSending, endSending, newestIncoming, rememberMail, type MailTrace } from './threads/messages.store.ts';
import {
  domainOf,
  loopPreventionHeaders,
  messageIdOf,
  referencesOf,
  replySubject,
} from './message/outgoing-mail.logic.ts';
import { inboxAddress } from './domains/our-addresses.ts';
import { whySuppressed } from './suppressions/suppressions.actions.ts';
import { deliverBySmtp } from './message/smtp.ts';
import { replyAddress, sealedMessageId } from './threads/thread-token.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const notConfigured: Delivered = {
  kind: 'refused',
  code: 'smtp_not_configured',
  detail: english`Outbound mail is not configured (SMTP_URL); the mail is kept here.`,
};

const suppressed = (reason: string): Delivered => ({
  kind: 'refused',
  code: 'suppressed_address',
  detail: english`Mail to this address is stopped: ${reason}`,
});

/** Answers a customer by mail, in the thread and from the address that they wrote to. */
export async function replyByMail(
  desk: Desk,
  scope: OrganizationScope,
  outgoing: OutgoingReply,
  circumstances: Circumstances,
): Promise<Delivered> {
  const recipient = plainAddress(outgoing.customer?.email);
  if (!recipient)
    return { kind: 'refused', code: 'no_recipient', detail: english`The customer has no usable e-mail address.` };
  if (!desk.config.SMTP_URL) return notConfigured;
  const context = await inScope(desk.db, scope, async (tx) => ({
    suppressed: await whySuppressed(tx, scope, recipient),
    parent: await newestIncoming(tx, scope, outgoing.thread, recipient),
    inbox: await inboxOf(tx, scope),
    domains: await verifiedDomainsOf(tx, scope),
  }));
  if (context.suppressed !== null) return suppressed(context.suppressed);
  const read = await readFiles(outgoing);
  if (read.kind === 'refused') return read;
  const mail = { ...composeReply(desk, scope, { outgoing, recipient, ...context }), files: read.files };
  const trace = {
    organization_id: scope.organizationId,
    message_id: mail.messageId,
    thread: outgoing.thread,
    direction: 'out' as const,
    counterpart: recipient,
    our_address: plainAddress(mail.from),
    subject: mail.subject,
    ancestors: mail.references,
  };
  // Record it before sending: a reply may arrive before the relay's confirmation.
  await inScope(desk.db, scope, (tx) => rememberMail(tx, trace));
  return transmitOnce(desk, scope, mail, circumstances);
}

/** Notifies one of our destinations by mail. */
export async function notifyByMail(
  desk: Desk,
  scope: OrganizationScope,
  outgoing: NotifyEmail,
  circumstances: Circumstances,
): Promise<Delivered> {
  const recipient = plainAddress(outgoing.to);
  if (!recipient)
    return { kind: 'refused', code: 'no_recipient', detail: english`The destination has no usable e-mail address.` };
  if (!desk.config.SMTP_URL) return notConfigured;
  const why = await inScope(desk.db, scope, (tx) => whySuppressed(tx, scope, recipient));
  if (why !== null) return suppressed(why);
  const from = defaultSender(desk.config);
  const mail: OutgoingMail = {
    from,
    to: { address: recipient, name: '' },
    replyTo: null,
    subject: outgoing.subject,
    text: outgoing.text,
    html: null,
    messageId: messageIdOf(outgoing.key, from),
    inReplyTo: null,
    references: [],
    headers: loopPreventionHeaders('machine_telling', loopMark(desk)),
  };
  return transmitOnce(desk, scope, mail, circumstances);
}

interface ReplyParts {
  outgoing: OutgoingReply;
  recipient: string;
  parent: MailTrace | undefined;
  inbox: string;
  /** The verified domains that have not been removed. */
  domains: readonly string[];
}

function composeReply(
  desk: Desk,
  scope: OrganizationScope,
  { outgoing, recipient, parent, inbox, domains }: ReplyParts,
): OutgoingMail {
  const writtenTo = parent?.our_address ?? null;
  const ours = writtenTo !== null && domains.includes(domainOf(writtenTo)) ? writtenTo : null;
  const from = ours ?? defaultSender(desk.config);
  const [seal] = threadTokenKeys(desk, scope.organizationId);
  // A reply must come back here: to the address of a proven domain, or else to the organization's inbox.
  const repliesTo = ours ?? inboxAddress(desk, inbox);
  const ancestry = parent ? { messageId: parent.message_id, ancestors: parent.ancestors } : null;
  const messageId = sealedMessageId(messageIdOf(outgoing.key, domainOf(from) === 'localhost' ? repliesTo : from), seal);
  return {
    from,
    to: { address: recipient, name: outgoing.customer?.name ?? '' },
    replyTo: replyAddress(repliesTo, outgoing.thread, seal),
    subject: replySubject(outgoing.subject ?? parent?.subject ?? null),
    text: outgoing.text,
    html: outgoing.html ?? htmlOfText(outgoing.text),
    messageId,
    inReplyTo: parent?.message_id ?? null,
    references: referencesOf(ancestry),
    headers: {
      ...loopPreventionHeaders(outgoing.author === 'ai' ? 'machine_answering' : 'person', loopMark(desk)),
      // Reports about the mail return it, also if a relay such as Amazon's has replaced our id.
      'X-Original-Message-ID': `<${messageId}>`,
    },
  };
}

// A relay cannot report whether it has a mail. So record the hand-over before it starts; a hand-over that a crash
// interrupted is `unknown`: sending again might deliver the mail twice. The record of a mail that the relay has taken ends with the
// transaction that settles it, as a crash may come before that one, too.
async function transmitOnce(
  desk: Desk,
  scope: OrganizationScope,
  mail: OutgoingMail,
  circumstances: Circumstances,
): Promise<Delivered> {
  const begun = await inScope(desk.db, scope, (tx) => beginSending(tx, scope, mail.messageId));
  if (!begun) return { kind: 'unknown', why: english`An earlier attempt to send this mail was interrupted.` };
  const delivered = await deliverBySmtp(desk.config.SMTP_URL, mail, circumstances);
  if (delivered.kind !== 'unknown' && delivered.kind !== 'sent')
    await inScope(desk.db, scope, (tx) => endSending(tx, scope, mail.messageId));
  return delivered;
}
