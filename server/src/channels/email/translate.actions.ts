import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { IncomingCustomer, IncomingEvent } from '../port/channel.logic.ts';
import { readInThread } from '../reading/read-in-thread.ts';
import type { InboundRow } from '../inbound/lanes.store.ts';
import { TranslationFailed, type Translated } from '../inbound/translation.ts';
import { judge } from './judge.actions.ts';
import { automatedMail } from './message/automated.logic.ts';
import { bounceOf, complainedIds } from './message/bounce.logic.ts';
import { loopMark } from './threads/installation.ts';
import { askerOf, headerOf, type IncomingMail } from './message/mail.logic.ts';
import { ourAddresses } from './domains/our-addresses.ts';
import { findSentMail } from './threads/messages.store.ts';

/**
 * Translates a stored mail into a bounce of our own mail, or into a customer message with the verdict on whether a person
 * wrote it and who that was.
 */
export async function translateEmail(desk: Desk, scope: OrganizationScope, row: InboundRow): Promise<Translated[]> {
  const mediaType = row.headers['content-type'] ?? 'message/rfc822';
  const read = await readInThread({ kind: 'mail', raw: row.raw, mediaType });
  if (!read) throw new TranslationFailed('permanent', 'unreadable_mail');
  const { mail, words, html } = read;
  const ours = await ourAddresses(desk, scope);
  const asker = askerOf(mail, ours);
  const automated = automatedMail(mail, {
    envelopeFrom: row.facts.envelopeFrom ?? null,
    ourAddresses: ours,
    loopMark: loopMark(desk),
  });
  const legible = mail.text === null ? { ...mail, text: `${words.text}\n${words.quoted}` } : mail;
  const about = reports[automated?.kind ?? ''];
  const report = about ? await about(desk, scope, legible, row) : null;
  if (report) return [{ event: report, effect: null }];
  const authenticity = await judge(desk, { raw: row.raw, mediaType }, { mail, asker, timeoutMilliseconds: 4_000 });
  const event: IncomingEvent = {
    kind: 'customer_message',
    thread: row.lane_key,
    at: mail.date ?? row.received_at,
    providerMessageId: row.provider_event_id,
    subject: mail.subject,
    text: words.text,
    quotedText: words.quoted,
    isCut: mail.isCut ?? false,
    html,
    customer: customerOf(mail, asker, row),
    authenticity,
    claims: row.facts.claims ?? null,
    attachments: mail.attachments.map(attachmentOf),
    automated,
  };
  return [{ event, effect: null }];
}

const attachmentOf = ({ name, mediaType, bytes, content }: IncomingMail['attachments'][number]) => ({
  name,
  mediaType,
  bytes,
  ...(content ? { content } : {}),
});

// Anybody can write a report, but only somebody who has had our mail can quote its id.
async function bounceOfOurs(
  desk: Desk,
  scope: OrganizationScope,
  mail: IncomingMail,
  row: InboundRow,
): Promise<IncomingEvent | null> {
  const { messageIds, status, arrived, final, aboutAddress, reason } = bounceOf(mail);
  if (arrived) return null;
  const sent = await inScope(desk.db, scope, (tx) => findSentMail(tx, scope, messageIds));
  if (!sent?.counterpart) return null;
  return { kind: 'bounced', ...reportOn(sent, sent.counterpart, { mail, row }), final, aboutAddress, status, reason };
}

async function complaintAboutOurs(
  desk: Desk,
  scope: OrganizationScope,
  mail: IncomingMail,
  row: InboundRow,
): Promise<IncomingEvent | null> {
  const messageIds = complainedIds(mail);
  const sent = messageIds && (await inScope(desk.db, scope, (tx) => findSentMail(tx, scope, messageIds)));
  if (!sent?.counterpart) return null;
  return { kind: 'complained', ...reportOn(sent, sent.counterpart, { mail, row }) };
}

const reportOn = (
  sent: { thread: string; message_id: string },
  address: string,
  { mail, row }: { mail: IncomingMail; row: InboundRow },
) => ({
  thread: sent.thread,
  at: mail.date ?? row.received_at,
  providerMessageId: row.provider_event_id,
  sentMessageId: sent.message_id,
  address,
});

/** What a mail system says about mail of ours, by the kind of its mail. */
const reports: Readonly<Record<string, typeof bounceOfOurs>> = { bounce: bounceOfOurs, complaint: complaintAboutOurs };

// If the sender cannot be parsed, the raw header is shown as the name.
function customerOf(mail: IncomingMail, asker: ReturnType<typeof askerOf>, row: InboundRow): IncomingCustomer {
  const unread = headerOf(mail, 'from')?.slice(0, longestName) || null;
  return {
    identity: asker?.address ?? `unreadable:${row.provider_event_id}`,
    externalId: null,
    email: asker?.address ?? null,
    name: asker ? asker.name : unread,
    locale: null,
    attributes: {},
  };
}

const longestName = 200;
