import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { defaultSender } from '../../platform/egress/smtp.ts';
import type { IncomingEvent } from '../port/channel.logic.ts';
import { readAside } from '../inbound/reading-aside.ts';
import type { InboundRow } from '../inbound/lanes.store.ts';
import { TranslationFailed, type Translated } from '../inbound/translation.ts';
import { authenticityOf } from './message/authenticity.ts';
import { automatedMail } from './message/automated.logic.ts';
import { bounceOf } from './message/bounce.logic.ts';
import { loopMark } from './threads/installation.ts';
import { plainAddress, type Mail } from './message/mail.logic.ts';
import { inboxOf, listAddresses } from './domains/mailboxes.store.ts';
import { rawMail } from './message/parse-mail.ts';
import { findSentMail } from './threads/messages.store.ts';
import { inboxAddress, resolverOf } from './receive.actions.ts';

/** What a stored mail means: one customer message, with the verdict on whether a person wrote it and who that was. */
export async function translateEmail(desk: Desk, scope: OrganizationScope, row: InboundRow): Promise<Translated[]> {
  const mediaType = row.headers['content-type'] ?? 'message/rfc822';
  const read = await readAside({ kind: 'mail', raw: row.raw, mediaType });
  if (!read) throw new TranslationFailed('permanent', 'unreadable_mail');
  const { mail, words, html } = read;
  if (!mail.from) return [{ event: { kind: 'ignored', why: 'no sender' }, effect: null }];
  const automated = automatedMail(mail, {
    envelopeFrom: row.facts.envelopeFrom ?? null,
    ourAddresses: await ourAddresses(desk, scope),
    loopMark: loopMark(desk),
  });
  const bounced = automated?.kind === 'bounce' ? await cameBack(desk, scope, mail, row) : null;
  if (bounced) return [{ event: bounced, effect: null }];
  const authenticity = await authenticityOf(rawMail(row.raw, mediaType), mail, {
    resolve: resolverOf(desk),
    relay: desk.config.EMAIL_INBOUND_DOMAIN,
    timeoutMs: 4_000,
  });
  const event: IncomingEvent = {
    kind: 'customer_message',
    thread: row.lane_key,
    at: mail.date ?? row.received_at,
    providerMessageId: row.provider_event_id,
    subject: mail.subject,
    text: words.text,
    quotedText: words.quoted,
    html,
    customer: customerOf(mail.from),
    authenticity,
    claims: row.facts.claims ?? null,
    attachments: mail.attachments.map(({ name, mediaType: type, bytes, content }) => ({
      name,
      mediaType: type,
      bytes,
      ...(content ? { content } : {}),
    })),
    automated,
  };
  return [{ event, effect: null }];
}

// Anybody can write a report. One that quotes an id of ours was written by somebody who has had that mail.
async function cameBack(
  desk: Desk,
  scope: OrganizationScope,
  mail: Mail,
  row: InboundRow,
): Promise<IncomingEvent | null> {
  const { messageIds, status, final, aboutAddress, reason } = bounceOf(mail);
  const sent = await inScope(desk.db, scope, (tx) => findSentMail(tx, scope, messageIds));
  if (!sent?.counterpart) return null;
  return {
    kind: 'bounced',
    thread: sent.thread,
    at: mail.date ?? row.received_at,
    providerMessageId: row.provider_event_id,
    sentMessageId: sent.message_id,
    address: sent.counterpart,
    final,
    aboutAddress,
    status,
    reason,
  };
}

const customerOf = (from: NonNullable<Mail['from']>) => ({
  identity: from.address,
  externalId: null,
  email: from.address,
  name: from.name,
  locale: null,
  attributes: {},
});

// Mail from one of these is our own coming back, whatever its headers say.
async function ourAddresses(desk: Desk, scope: OrganizationScope): Promise<Set<string>> {
  const { inbox, addresses } = await inScope(desk.db, scope, async (tx) => ({
    inbox: await inboxOf(tx, scope),
    addresses: await listAddresses(tx, scope),
  }));
  const sender = plainAddress(defaultSender(desk.config));
  return new Set([inboxAddress(desk, inbox), ...addresses.map((each) => each.address), ...(sender ? [sender] : [])]);
}
