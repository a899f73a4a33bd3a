import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from '../../platform/desk.ts';
import { unauthenticEvent, unsupportedMediaType } from '../../platform/http/errors.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { parseJson } from '../port/json.logic.ts';
import { singleHeader, type Receipt } from '../inbound/inbound-request.ts';
import { bindEnvelope } from './domains/mailboxes.store.ts';
import { routesOf } from './domains/recipients.ts';
import { addressList, isPostmark, postmarkEnvelope } from './message/mail.logic.ts';
import { organizationMailSecret } from './message/organization-secret.ts';
import { receiveMail, type MailDelivery } from './receive.actions.ts';
import { basicAuthFits, looksSigned, mailSignatureFits, type StandardWebhook } from './message/webhook-signature.ts';

/**
 * Keeps a mail. The form of the transport alone chooses how it is authenticated: one verifier runs and its verdict is
 * final, so nobody can fall through to a weaker one. 415 for a form that we do not take, 401 for what is not authentic.
 */
export async function receiveMailWebhook(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): Promise<Receipt> {
  const delivery = await authenticDelivery(desk, headers, body);
  if (delivery === 'ignored') return 'ignored';
  const receipt = await receiveMail(desk, delivery);
  return receipt === 'new' ? 'accepted' : receipt;
}

/** What the headers alone can tell: the password, or a signature of the right form and age. Throws 415 for other types. */
export function looksAuthenticMail(desk: Desk, headers: IncomingHttpHeaders): boolean {
  switch (mediaTypeOf(headers)) {
    case 'message/rfc822':
      return looksSigned(
        {
          id: singleHeader(headers['webhook-id']),
          timestamp: singleHeader(headers['webhook-timestamp']),
          signature: singleHeader(headers['webhook-signature']),
        },
        desk.clock.now(),
      );
    case 'application/json':
      return basicAuthFits(headers.authorization, desk.config.EMAIL_INBOUND_BASIC);
    default:
      throw unsupportedMediaType('Mail is taken as message/rfc822 or as Postmark JSON.');
  }
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return mediaType.trim();
}

async function authenticDelivery(
  desk: Desk,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<MailDelivery | 'ignored'> {
  switch (mediaTypeOf(headers)) {
    case 'message/rfc822':
      return signedMail(desk, headers, body);
    case 'application/json':
      return postmarkMail(desk, headers, body);
    default:
      throw unsupportedMediaType('Mail is taken as message/rfc822 or as Postmark JSON.');
  }
}

async function signedMail(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): Promise<MailDelivery> {
  const envelopeTo = singleHeader(headers['x-envelope-to']) ?? null;
  const signed = {
    id: singleHeader(headers['webhook-id']),
    timestamp: singleHeader(headers['webhook-timestamp']),
    signature: singleHeader(headers['webhook-signature']),
  };
  const envelopeFrom = singleHeader(headers['x-envelope-from']) ?? null;
  const signedBy = await signerOf(desk, body, signed, addressList(envelopeTo));
  // The envelope is not signed: who replays a delivery must not be able to send it to somebody else.
  const deliveryHash = sha256(JSON.stringify([signed.id, signed.timestamp]), body);
  const envelopeHash = sha256(JSON.stringify([envelopeTo, envelopeFrom]));
  if (!(await bindEnvelope(desk.db, { deliveryHash, envelopeHash }))) throw unauthenticEvent();
  return { raw: body, mediaType: 'message/rfc822', envelopeTo, envelopeFrom, providerId: null, signedBy };
}

// Each one costs a pass over the mail, and who asks is not known yet.
const mostSigners = 3;

/** null: the installation. Else the organization of a recipient whose own secret fits. 401 if none fits. */
async function signerOf(
  desk: Desk,
  body: Buffer,
  signed: StandardWebhook,
  recipients: readonly string[],
): Promise<string | null> {
  const now = desk.clock.now();
  if (mailSignatureFits(body, signed, desk.config.EMAIL_INBOUND_SECRET, now)) return null;
  const routes = await routesOf(desk, recipients.slice(0, mostSigners));
  const signer = routes.find(({ organizationId }) =>
    mailSignatureFits(body, signed, organizationMailSecret(desk.config, organizationId), now),
  );
  if (!signer) throw unauthenticEvent();
  return signer.organizationId;
}

function postmarkMail(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): MailDelivery | 'ignored' {
  if (!basicAuthFits(headers.authorization, desk.config.EMAIL_INBOUND_BASIC)) throw unauthenticEvent();
  const parsed = parseJson(body);
  // Another webhook of theirs (a bounce, an open) pointed at this address: nothing for us, and no reason to repeat it.
  if (!isPostmark(parsed)) return 'ignored';
  const { to, from, providerId } = postmarkEnvelope(parsed);
  return { raw: body, mediaType: 'application/json', envelopeTo: to, envelopeFrom: from, providerId, signedBy: null };
}
