import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from '../../platform/desk.ts';
import { unauthenticEvent, unsupportedMediaType } from '../../platform/http/errors.ts';
import { parseJson } from '../port/json.logic.ts';
import { singleHeader, type Receipt } from '../webhooks.actions.ts';
import { isPostmark, postmarkEnvelope } from './message/mail.logic.ts';
import { receiveMail, type MailDelivery } from './receive.actions.ts';
import { basicAuthFits, looksSigned, mailSignatureFits } from './message/webhook-signature.ts';

/**
 * Keeps a mail. The form of the transport alone chooses how it is authenticated: one verifier runs and its verdict is
 * final, so nobody can fall through to a weaker one. 415 for a form that we do not take, 401 for what is not authentic.
 */
export async function receiveMailWebhook(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): Promise<Receipt> {
  const delivery = authenticDelivery(desk, headers, body);
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

function authenticDelivery(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): MailDelivery | 'ignored' {
  switch (mediaTypeOf(headers)) {
    case 'message/rfc822':
      return signedMail(desk, headers, body);
    case 'application/json':
      return postmarkMail(desk, headers, body);
    default:
      throw unsupportedMediaType('Mail is taken as message/rfc822 or as Postmark JSON.');
  }
}

function signedMail(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): MailDelivery {
  const id = singleHeader(headers['webhook-id']);
  const signed = {
    id,
    timestamp: singleHeader(headers['webhook-timestamp']),
    signature: singleHeader(headers['webhook-signature']),
  };
  if (!mailSignatureFits(body, signed, desk.config.EMAIL_INBOUND_SECRET, desk.clock.now())) throw unauthenticEvent();
  return {
    raw: body,
    mediaType: 'message/rfc822',
    envelopeTo: singleHeader(headers['x-envelope-to']) ?? null,
    envelopeFrom: singleHeader(headers['x-envelope-from']) ?? null,
    providerId: null,
  };
}

function postmarkMail(desk: Desk, headers: IncomingHttpHeaders, body: Buffer): MailDelivery | 'ignored' {
  if (!basicAuthFits(headers.authorization, desk.config.EMAIL_INBOUND_BASIC)) throw unauthenticEvent();
  const parsed = parseJson(body);
  // Another webhook of theirs (a bounce, an open) pointed at this address: nothing for us, and no reason to repeat it.
  if (!isPostmark(parsed)) return 'ignored';
  const { to, from, providerId } = postmarkEnvelope(parsed);
  return { raw: body, mediaType: 'application/json', envelopeTo: to, envelopeFrom: from, providerId };
}
