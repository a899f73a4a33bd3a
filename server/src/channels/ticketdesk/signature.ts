import type { IncomingHttpHeaders } from 'node:http';
import { hmac, sameBytes } from '../../platform/secrets/signatures.ts';

export interface TicketdeskSignature {
  signature: string | undefined;
  timestamp: string | undefined;
}

/** The header for this body at this time, as the vendor writes it. */
export const signTicketdesk = (body: Uint8Array, timestamp: string, secret: string): string =>
  hmac('sha256', secret, timestamp, body).toString('base64');

/** The vendor documents no replay window; ours is the usual one. */
const toleranceSeconds = 300;
const form = /^[A-Za-z0-9+/]{43}=$/;

/**
 * `base64(HMAC-SHA256(secret as UTF-8 text, TIMESTAMP ‖ BODY))` (docs/vendors.md). The page of 2021 shows a vector for
 * BODY ‖ TIMESTAMP; production never sends that. Every secret is tried, so the time does not reveal which one matched.
 */
export function ticketdeskSignatureFits(
  body: Uint8Array,
  { signature, timestamp }: TicketdeskSignature,
  secrets: readonly string[],
  now: Date,
): boolean {
  const given = Buffer.from(form.test(signature ?? '') ? (signature ?? '') : 'A'.repeat(43) + '=', 'base64');
  const fits = secrets.map((secret) => sameBytes(hmac('sha256', secret, timestamp ?? '', body), given)).includes(true);
  return fits && form.test(signature ?? '') && isFresh(signedTime(timestamp ?? ''), now);
}

/** Whether there is a signature of the right form, of any age. */
export const hasTicketdeskForm = ({ 'x-zendesk-webhook-signature': signature }: IncomingHttpHeaders): boolean =>
  form.test(String(signature));

/** Whether the headers could belong to a signed delivery; the body decides. */
export function looksSignedByTicketdesk(headers: IncomingHttpHeaders, now: Date): boolean {
  const { 'x-zendesk-webhook-signature': signature, 'x-zendesk-webhook-signature-timestamp': timestamp } = headers;
  return form.test(String(signature)) && isFresh(signedTime(String(timestamp)), now);
}

const isFresh = (signed: Date | null, now: Date) =>
  signed !== null && Math.abs(now.getTime() - signed.getTime()) <= toleranceSeconds * 1_000;

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** RFC 3339 with up to nine fractional digits, as the vendor writes it; null for anything else. Milliseconds are kept. */
function signedTime(text: string): Date | null {
  const [, seconds, fraction = '', zone] = rfc3339.exec(text) ?? [];
  if (!seconds || !zone) return null;
  const time = new Date(`${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time;
}
