import { record, type Acting } from '../../../access/index.ts';
import { transmitMail, defaultSender, type OutgoingMail } from '../../../platform/egress/smtp.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { Desk } from '../../../platform/desk.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { pace } from '../../outbound/deadline.ts';
import { newTestMark } from '../../test-events/test-mark.ts';
import { plainAddress } from '../message/mail.logic.ts';
import { domainOf } from '../message/outgoing-mail.logic.ts';
import { beginRoundTrip, endRoundTrip, findDomain, type DomainRow } from './domains.store.ts';

/**
 * Sends a test mail to an address of the domain. Its Message-ID carries the mark of a test event, which forwarding keeps:
 * when the mail comes back through the inbound route, it is set aside, and the domain shows the time of arrival. Throws
 * 404, 422 for an address of another domain, and 409 `not_verified`, `smtp_not_configured` or `mail_refused`.
 */
export async function sendRoundTrip(desk: Desk, acting: Acting, id: string, text: string): Promise<DomainRow> {
  const row = await inScope(desk.db, acting, (tx) => findDomain(tx, acting, id));
  if (!row) throw notFound();
  const address = plainAddress(text);
  if (!address || domainOf(address) !== row.domain)
    throw invalid('/address', sentence`This is not an address at ${row.domain}.`);
  if (row.verified_at === null) throw conflict('not_verified', sentence`Verify the domain first.`);
  if (!desk.config.SMTP_URL)
    throw conflict('smtp_not_configured', sentence`Outbound mail is not configured (SMTP_URL).`);
  const messageId = `${newTestMark(desk, acting)}@${desk.config.EMAIL_INBOUND_DOMAIN}`.toLowerCase();
  const trip = { address, event: `mid:${messageId}`, sentAt: desk.clock.now() };
  // Record it before sending: the mail may be back before the relay has answered.
  const begun = await inScope(desk.db, acting, async (tx) => {
    record(desk, tx, acting, {
      action: 'channel.tested',
      subject: { type: 'channel', id: 'email' },
    });
    return beginRoundTrip(tx, acting, id, trip);
  });
  const sent = await transmitMail(desk.config.SMTP_URL, testMail(desk, address, messageId), {
    speakWithin: pace.speakWithin,
    silence: pace.speak,
    over: pace.over,
  });
  if (sent.kind !== 'accepted') {
    const why = sent.status === null ? sent.code : `SMTP ${sent.status}`;
    throw conflict('mail_refused', sentence`The mail server did not take the mail (${why}).`);
  }
  return begun;
}

/** Records that the mail of a round trip has come back. Any other test event changes nothing. */
export const noteArrival = (desk: Desk, scope: OrganizationScope, arrived: { event: string; at: Date }) =>
  inScope(desk.db, scope, (tx) => endRoundTrip(tx, scope, arrived));

const testMail = (desk: Desk, address: string, messageId: string): OutgoingMail => ({
  from: defaultSender(desk.config),
  to: { address, name: '' },
  replyTo: null,
  subject: 'Test: is mail forwarded to Frontdesk?',
  text: 'This mail tests whether mail is forwarded to Frontdesk. You do not need to answer it.\n',
  html: null,
  messageId,
  inReplyTo: null,
  references: [],
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
});
