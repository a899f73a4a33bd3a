import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Channels';

export const Suppression = Type.Object({
  id: Id,
  address: Type.String(),
  /** Why nothing is sent there, for people. */
  reason: Sentence,
  /** The enhanced status code of the report (RFC 3463), if it had one. */
  status: Nullable(Type.String()),
  created_at: Timestamp,
});
export type Suppression = Static<typeof Suppression>;

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/channels/email/suppressions',
  operation: 'listSuppressions',
  summary:
    'Addresses whose mail bounced permanently, or that reported it as spam, newest first; nothing is sent to them',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Suppression) },
});

export const readSuppression = endpoint({
  method: 'GET',
  path: '/api/channels/email/suppressions/:id',
  operation: 'readSuppression',
  summary: 'One address that gets no mail',
  tag,
  params: IdParams,
  reply: { 200: Suppression },
});

export const deleteSuppression = endpoint({
  method: 'DELETE',
  path: '/api/channels/email/suppressions/:id',
  operation: 'deleteSuppression',
  summary: 'Send mail to this address again',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
