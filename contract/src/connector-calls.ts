import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** Why a request failed. A closed set, so that each code has a description and a remedy. */
const connectorFailureCodes = [
  'dns_failed',
  'blocked',
  'tls_failed',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_of_another_host',
  'unreachable',
  'timeout',
  'too_large',
  'broken_answer',
  'not_json',
  'redirect_refused',
  'auth_refused',
  'not_found',
  'rate_limited',
  'refused',
  'server_error',
  'token_refused',
  'credentials_missing',
  'resting',
  'limit_reached',
  'not_serving',
  'quarantined',
  'missing_input',
  'unrenderable',
  'not_owner',
  'no_output',
] as const;
export type ConnectorFailureCode = (typeof connectorFailureCodes)[number];

export const ConnectorCall = Type.Object({
  id: Id,
  at: Timestamp,
  purpose: Type.Enum(['lookup', 'test', 'validate', 'rotate', 'snapshot', 'token', 'action']),
  template: Nullable(Type.Object({ id: Id, name: Type.String() })),
  method: Type.String(),
  path: Type.String(),
  arguments: Type.Record(Type.String(), Type.String()),
  /** Null if there was no answer, or it is still awaited. */
  status: Nullable(Type.Integer()),
  latency_ms: Nullable(Type.Integer()),
  error: Nullable(Type.Enum(connectorFailureCodes)),
  decision_id: Nullable(Id),
  /** The conversation of the lookup, or in which a person approved the action. */
  conversation_id: Nullable(Id),
  /** Only for actions. */
  approved_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
});
export type ConnectorCall = Static<typeof ConnectorCall>;

export const listConnectorCalls = endpoint({
  method: 'GET',
  path: '/api/connectors/:id/calls',
  operation: 'listConnectorCalls',
  summary: 'The requests made to the service, newest first',
  tag: 'Connectors',
  params: IdParams,
  query: Strict(PageQuery),
  reply: { 200: Page(ConnectorCall) },
});

export const readConnectorCall = endpoint({
  method: 'GET',
  path: '/api/connectors/:id/calls/:call_id',
  operation: 'readConnectorCall',
  summary: 'One request made to the service',
  tag: 'Connectors',
  params: Strict({ id: Id, call_id: Id }),
  reply: { 200: ConnectorCall },
});
