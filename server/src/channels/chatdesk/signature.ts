import type { IncomingHttpHeaders } from 'node:http';
import { hmac, sameBytes } from '../../platform/secrets/signatures.ts';

const form = /^sha1=([0-9a-f]{40})$/;

/** Whether the headers could belong to a signed event; the body decides. */
export const looksSignedByChatdesk = ({ 'x-hub-signature': header }: IncomingHttpHeaders): boolean =>
  typeof header === 'string' && form.test(header);

/** The header for this body, as the vendor writes it. */
export const signChatdesk = (body: Uint8Array, clientSecret: string): string =>
  `sha1=${hmac('sha1', clientSecret, body).toString('hex')}`;

/**
 * `X-Hub-Signature: sha1=<hex>` is HMAC-SHA1 over the raw body, keyed by the app's client secret (docs/vendors.md).
 * The scheme has no timestamp: replays are caught by the permanent dedupe of event ids.
 */
export function chatdeskSignatureFits(body: Uint8Array, header: string | undefined, clientSecret: string): boolean {
  const expected = hmac('sha1', clientSecret, body);
  const given = form.exec(header ?? '')?.[1];
  // Compared even when the header is malformed, so that both cases cost the same.
  return sameBytes(expected, Buffer.from(given ?? '0'.repeat(40), 'hex')) && given !== undefined;
}
