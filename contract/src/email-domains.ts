import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const tag = 'Channels';

export const DomainRecord = Type.Object({
  purpose: Type.Enum(['ownership', 'mx', 'spf', 'dkim', 'dmarc']),
  type: Type.Enum(['TXT', 'MX']),
  name: Type.String(),
  value: Type.String(),
  required_for: Type.Enum(['receiving', 'sending', 'optional']),
  state: Type.Enum(['unknown', 'ok', 'missing', 'mismatch', 'error']),
  found: Type.Array(Type.String()),
  checked_at: Nullable(Timestamp),
});
export type DomainRecord = Static<typeof DomainRecord>;

export const EmailDomain = Type.Object({
  id: Id,
  domain: Type.String(),
  status: Type.Enum(['pending', 'verified', 'degraded']),
  records: Type.Array(DomainRecord),
  created_at: Timestamp,
  verified_at: Nullable(Timestamp),
  /** The last test mail to an address of the domain, and whether it has come back by forwarding. */
  round_trip: Nullable(Type.Object({ address: Type.String(), sent_at: Timestamp, arrived_at: Nullable(Timestamp) })),
});
export type EmailDomain = Static<typeof EmailDomain>;

export const listEmailDomains = endpoint({
  method: 'GET',
  path: '/api/channels/email/domains',
  operation: 'listEmailDomains',
  summary: 'The e-mail domains of the organization',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(EmailDomain) },
});

export const addEmailDomain = endpoint({
  method: 'POST',
  path: '/api/channels/email/domains',
  operation: 'addEmailDomain',
  summary: 'Add an e-mail domain; the answer holds the DNS record that proves it is yours',
  tag,
  body: Strict({ domain: Type.String({ minLength: 3, maxLength: 253 }) }),
  limit: { times: 20, seconds: 3_600 },
  reply: { 201: EmailDomain },
});

const params = Strict({ domain_id: Id });

export const readEmailDomain = endpoint({
  method: 'GET',
  path: '/api/channels/email/domains/:domain_id',
  operation: 'readEmailDomain',
  summary: 'One e-mail domain with what was found at the last look-up',
  tag,
  params,
  reply: { 200: EmailDomain },
});

export const deleteEmailDomain = endpoint({
  method: 'DELETE',
  path: '/api/channels/email/domains/:domain_id',
  operation: 'deleteEmailDomain',
  summary: 'Remove an e-mail domain: mail to its addresses is no longer received, and others may verify it',
  tag,
  params,
  reply: { 204: Type.Null() },
});

export const verifyEmailDomain = endpoint({
  method: 'POST',
  path: '/api/channels/email/domains/:domain_id/verify',
  operation: 'verifyEmailDomain',
  summary: 'Look up the DNS records now',
  tag,
  params,
  limit: { times: 6, seconds: 3_600 },
  reply: { 200: EmailDomain },
});

export const sendRoundTrip = endpoint({
  method: 'POST',
  path: '/api/channels/email/domains/:domain_id/round-trip',
  operation: 'sendRoundTrip',
  summary: 'Send a test mail to an address of the domain to check that it is forwarded',
  tag,
  params,
  body: Strict({ address: Type.String({ minLength: 3, maxLength: 320 }) }),
  limit: { times: 10, seconds: 3_600 },
  reply: { 202: EmailDomain },
});
