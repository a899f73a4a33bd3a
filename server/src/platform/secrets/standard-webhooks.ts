import { hmac } from './signatures.ts';

/** The key of a secret in the form of Standard Webhooks, `whsec_` and base64. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** One entry of the header `webhook-signature`: base64 HMAC-SHA256 of `id.timestamp.body`. */
export const signWebhook = (body: string | Uint8Array, of: { id: string; timestamp: string }, secret: string): string =>
  `v1,${hmac('sha256', keyOfSecret(secret), `${of.id}.${of.timestamp}.`, body).toString('base64')}`;
