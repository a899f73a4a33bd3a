import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { IncomingCustomer, IncomingEvent } from '../port/channel.logic.ts';
import { readAside } from '../inbound/reading-aside.ts';
import type { InboundRow } from '../inbound/lanes.store.ts';
import { TranslationFailed, type Translated } from '../inbound/translation.ts';
import { authenticityOf } from './message/authenticity.ts';
import { automatedMail } from './message/automated.logic.ts';
import { loopMark } from './threads/installation.ts';
import { askerOf, headerOf, type Mail } from './message/mail.logic.ts';
import { ourAddresses } from './domains/our-addresses.ts';
import { rawMail } from './message/parse-mail.ts';
import { ofAsker, resolverOf } from './receive.actions.ts';

/** What a stored mail means: one customer message, with the verdict on whether a person wrote it and who that was. */
export async function translateEmail(desk: Desk, scope: OrganizationScope, row: InboundRow): Promise<Translated[]> {
  const mediaType = row.headers['content-type'] ?? 'message/rfc822';
  const read = await readAside({ kind: 'mail', raw: row.raw, mediaType });
  if (!read) throw new TranslationFailed('permanent', 'unreadable_mail');
  const { mail, words, html } = read;
  const ours = await ourAddresses(desk, scope);
  const asker = askerOf(mail, ours);
  const automated = automatedMail(mail, {
    envelopeFrom: row.facts.envelopeFrom ?? null,
    ourAddresses: ours,
    loopMark: loopMark(desk),
  });
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
    customer: customerOf(mail, asker, row),
    authenticity: ofAsker(authenticity, mail, asker),
    claims: row.facts.claims ?? null,
    attachments: mail.attachments.map(({ name, mediaType: type, bytes }) => ({ name, mediaType: type, bytes })),
    automated,
  };
  return [{ event, effect: null }];
}

// Words whose sender nobody can read are somebody's all the same. The people who get them see what stands in the header.
function customerOf(mail: Mail, asker: ReturnType<typeof askerOf>, row: InboundRow): IncomingCustomer {
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
