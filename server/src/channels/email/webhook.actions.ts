import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from '../../platform/desk.ts';
import type { BodyWatch } from '../../platform/http/body-in-flight.ts';
import { unauthenticEvent, unsupportedMediaType } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { parseJson } from '../port/json.logic.ts';
import { singleHeader, type Receipt } from '../inbound/inbound-request.ts';
import { bindEnvelope } from './domains/mailboxes.store.ts';
import { routesOf } from './domains/recipients.ts';
import { addressList, isPostmark, postmarkEnvelope } from './message/mail.logic.ts';
import { organizationMailSecret } from './message/organization-secret.ts';
import { receiveMail, type MailDelivery } from './receive.actions.ts';
import { basicAuthFits, looksSigned, mailSignature, type StandardWebhook } from './message/webhook-signature.ts';

/** A mail that is still arriving. Its proof is checked after the last byte, before the body is kept in memory. */
export interface ArrivingMail extends BodyWatch {
  receive(body: Buffer): Promise<Receipt>;
}

/**
 * Call it when the headers have arrived. The media type alone chooses how a mail is authenticated: one verifier runs and
 * its verdict is final, so no mail can fall through to a weaker one. Throws 415 for other media types. `receive` stores
 * the mail, and throws 401 if it is not authentic.
 */
export async function arrivingMail(desk: Desk, headers: IncomingHttpHeaders): Promise<ArrivingMail> {
  const reading = await readingOf(desk, headers);
  return {
    see: reading.see,
    isWanted: reading.isWanted,
    async receive(body) {
      const delivery = await reading.delivery(body);
      if (delivery === 'ignored') return 'ignored';
      const receipt = await receiveMail(desk, delivery);
      return receipt === 'new' ? 'accepted' : receipt;
    },
  };
}

interface MailReading extends BodyWatch {
  delivery(body: Buffer): Promise<MailDelivery | 'ignored'>;
}

async function readingOf(desk: Desk, headers: IncomingHttpHeaders): Promise<MailReading> {
  switch (mediaTypeOf(headers)) {
    case 'message/rfc822':
      return signedMail(desk, headers);
    case 'application/json':
      return { see: () => {}, isWanted: () => true, delivery: async (body) => postmarkMail(desk, headers, body) };
    default:
      throw unsupportedMediaType(sentence`Send mail as message/rfc822 or as Postmark JSON.`);
  }
}

/** Checks the headers alone: the password, or a signature of the right form and age. Throws 415 for other types. */
export function looksAuthenticMail(desk: Desk, headers: IncomingHttpHeaders): boolean {
  switch (mediaTypeOf(headers)) {
    case 'message/rfc822':
      return looksSigned(signedHeaders(headers), desk.clock.now());
    case 'application/json':
      return basicAuthFits(headers.authorization, desk.config.EMAIL_INBOUND_BASIC);
    default:
      throw unsupportedMediaType(sentence`Send mail as message/rfc822 or as Postmark JSON.`);
  }
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return mediaType.trim();
}

// Each signer costs a pass over the mail, and the sender is not authenticated yet.
const mostSigners = 3;

async function signedMail(desk: Desk, headers: IncomingHttpHeaders): Promise<MailReading> {
  const envelopeTo = singleHeader(headers['x-envelope-to']) ?? null;
  const envelopeFrom = singleHeader(headers['x-envelope-from']) ?? null;
  const signed = signedHeaders(headers);
  // The signer is the installation or a recipient's organization; each has its own secret.
  const routes = await routesOf(desk, addressList(envelopeTo).slice(0, mostSigners));
  const signers = [null, ...routes.map(({ organizationId }) => organizationId)].map((organizationId) => ({
    organizationId,
    signature: mailSignature(signed, secretOf(desk, organizationId), desk.clock.now()),
  }));
  const hash = createHash('sha256').update(JSON.stringify([signed.id, signed.timestamp]));
  let verdict: { signedBy: string | null } | null | undefined;
  const judge = () => {
    const fitting = signers.filter(({ signature }) => signature.fits());
    return fitting[0] ? { signedBy: fitting[0].organizationId } : null;
  };
  const proof = () => (verdict === undefined ? (verdict = judge()) : verdict);
  return {
    see(part) {
      for (const { signature } of signers) signature.see(part);
      hash.update(part);
    },
    isWanted: () => proof() !== null,
    async delivery(raw) {
      const proven = proof();
      if (!proven) throw unauthenticEvent();
      // The envelope is not signed: a replay must not send the delivery to another recipient.
      const envelopeHash = sha256(JSON.stringify([envelopeTo, envelopeFrom]));
      if (!(await bindEnvelope(desk.db, { deliveryHash: hash.digest(), envelopeHash }))) throw unauthenticEvent();
      return { raw, mediaType: 'message/rfc822', envelopeTo, envelopeFrom, providerId: null, ...proven };
    },
  };
}

const secretOf = ({ config }: Desk, organizationId: string | null): string =>
  organizationId === null ? config.EMAIL_INBOUND_SECRET : organizationMailSecret(config, organizationId);

const signedHeaders = (headers: IncomingHttpHeaders): StandardWebhook => ({
  id: singleHeader(headers['webhook-id']),
  timestamp: singleHeader(headers['webhook-timestamp']),
  signature: singleHeader(headers['webhook-signature']),
});

function postmarkMail(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): MailDelivery | 'ignored' {
  if (!basicAuthFits(headers.authorization, desk.config.EMAIL_INBOUND_BASIC)) throw unauthenticEvent();
  const parsed = parseJson(body);
  // Another Postmark webhook (a bounce, an open) points at this address: ignore it, so that Postmark does not repeat it.
  if (!isPostmark(parsed)) return 'ignored';
  const { to, from, providerId } = postmarkEnvelope(parsed);
  return { raw: body, mediaType: 'application/json', envelopeTo: to, envelopeFrom: from, providerId, signedBy: null };
}
