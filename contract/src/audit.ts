import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** Who made the change. A `system` or `operator` actor has no account; its `id` is the name of the component or tool. */
export const Actor = Type.Object({
  type: Type.Enum(['user', 'api_key', 'system', 'operator']),
  id: Type.String(),
  name: Type.String(),
});
export type Actor = Static<typeof Actor>;

/** What was changed. */
export const Subject = Type.Object({
  type: Type.String(),
  id: Type.String(),
  name: Type.Optional(Type.String()),
});
export type Subject = Static<typeof Subject>;

/** For each field, its value before and after. For a secret, only that it changed. */
export const Changes = Type.Record(
  Type.String(),
  Type.Object({ from: Type.Optional(Type.Unknown()), to: Type.Optional(Type.Unknown()) }),
);
export type Changes = Static<typeof Changes>;

export const AuditEvent = Type.Object({
  id: Id,
  at: Timestamp,
  actor: Actor,
  action: Type.String({ description: 'What was done, as subject.verb, for example tag.updated' }),
  subject: Subject,
  changes: Changes,
  ip: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
});
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventsQuery = Strict({
  ...PageQuery,
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  subject_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  since: Type.Optional(Timestamp),
});
export type AuditEventsQuery = Static<typeof AuditEventsQuery>;

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/audit-events',
  operation: 'listAuditEvents',
  summary: 'Who changed what, newest first',
  tag: 'Organization',
  query: AuditEventsQuery,
  reply: { 200: Page(AuditEvent) },
});

export const readAuditEvent = endpoint({
  method: 'GET',
  path: '/api/audit-events/:id',
  operation: 'readAuditEvent',
  summary: 'One change',
  tag: 'Organization',
  params: IdParams,
  reply: { 200: AuditEvent },
});
