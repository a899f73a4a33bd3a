import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, NameOf, Nullable, Omissible, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const Name = NameOf(120);
const Url = Type.String({ minLength: 1, maxLength: 2000 });
const HeaderName = Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" });

export const connectorStatuses = ['draft', 'active', 'degraded', 'needs_reauth', 'drifted', 'disabled'] as const;
export type ConnectorStatus = (typeof connectorStatuses)[number];

/** How the service authenticates us; the secrets are in `credentials`. */
export const ConnectorAuth = Type.Union([
  Strict({ kind: Type.Literal('none') }),
  Strict({ kind: Type.Literal('bearer') }),
  Strict({ kind: Type.Literal('basic') }),
  Strict({ kind: Type.Literal('api_key'), in: Type.Enum(['header', 'query']), name: HeaderName }),
  Strict({
    kind: Type.Literal('oauth2_client_credentials'),
    token_url: Url,
    scope: Type.Optional(Type.String({ maxLength: 500 })),
    audience: Type.Optional(Type.String({ maxLength: 500 })),
    client_auth: Type.Optional(Type.Enum(['basic', 'post'])),
  }),
  Strict({
    kind: Type.Literal('hmac'),
    header: HeaderName,
    timestamp_header: HeaderName,
    key_id_header: Type.Optional(HeaderName),
    algorithm: Type.Optional(Type.Enum(['sha1', 'sha256'])),
    encoding: Type.Optional(Type.Enum(['hex', 'base64'])),
    prefix: Type.Optional(Type.String({ maxLength: 50, pattern: '^[\\x20-\\x7e]*$' })),
  }),
]);
export type ConnectorAuth = Static<typeof ConnectorAuth>;

/**
 * By kind: `token` · `username`, `password` · `key` · `client_id`, `client_secret` · `secret`, `key_id`. Write-only. Only
 * `password` may be empty.
 */
export const Credentials = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 8000 }), {
  maxProperties: 10,
});
export type Credentials = Static<typeof Credentials>;

const RequestsPerMinute = Type.Integer({ minimum: 1, maximum: 6000 });

const members = {
  credentials: Type.Optional(Credentials),
  openapi_url: Type.Optional(Nullable(Url)),
  timeout_ms: Type.Optional(Nullable(Type.Integer({ minimum: 100, maximum: 10_000 }))),
  requests_per_minute: Type.Optional(RequestsPerMinute),
  enabled: Type.Optional(Type.Boolean()),
};

export const CreateConnector = Strict({
  name: Name,
  kind: Type.Optional(Type.Literal('http')),
  base_url: Url,
  auth: Type.Optional(ConnectorAuth),
  ...members,
});
export type CreateConnector = Static<typeof CreateConnector>;

/** A merge patch: null removes the credentials, and gives the requests per minute their default back. */
export const UpdateConnector = Strict({
  name: Type.Optional(Name),
  kind: Type.Optional(Type.Literal('http')),
  base_url: Type.Optional(Url),
  auth: Type.Optional(ConnectorAuth),
  ...members,
  credentials: Type.Optional(Nullable(Credentials)),
  requests_per_minute: Type.Optional(Nullable(RequestsPerMinute)),
});
export type UpdateConnector = Static<typeof UpdateConnector>;

/** `grace`: if the service refuses the new credentials, the former ones are used again; `fell_back`: that has happened. */
export const Rotation = Type.Object({
  state: Type.Enum(['none', 'validating', 'grace', 'completed', 'fell_back']),
  mode: Nullable(Type.Enum(['staged', 'immediate'])),
  rotated_at: Nullable(Timestamp),
  grace_until: Nullable(Timestamp),
  previous_fingerprint: Nullable(Type.String()),
});
export type Rotation = Static<typeof Rotation>;

export const Check = Type.Object({
  id: Type.String(),
  ok: Type.Boolean(),
  latency_ms: Nullable(Type.Number()),
  detail: Sentence,
  remedy: Nullable(Sentence),
  /** A code for the content of `detail` and `remedy`, for translation; absent in older checks. */
  reason: Type.Optional(Type.String()),
  /** The value that the sentence names: a status, a number of operations, a request, or the exact error. */
  about: Type.Optional(Sentence),
});
export type Check = Static<typeof Check>;

export const Validation = Type.Object({ ok: Type.Boolean(), checks: Type.Array(Check), validated_at: Timestamp });
export type Validation = Static<typeof Validation>;

export const Connector = Type.Object({
  id: Id,
  name: Type.String(),
  kind: Type.Literal('http'),
  base_url: Type.String(),
  auth: ConnectorAuth,
  credentials: Type.Object({
    configured: Type.Boolean(),
    fingerprint: Nullable(Type.String()),
    updated_at: Nullable(Timestamp),
  }),
  openapi_url: Nullable(Type.String()),
  /** When the document was last uploaded, if it has no address. */
  openapi_uploaded_at: Nullable(Timestamp),
  timeout_ms: Nullable(Type.Integer()),
  requests_per_minute: Type.Integer(),
  enabled: Type.Boolean(),
  status: Type.Enum(connectorStatuses),
  /** The reason for the status, for people. */
  status_detail: Nullable(Sentence),
  rotation: Rotation,
  last_validation: Nullable(Validation),
  /** Only in the list: its templates, and the results of its requests of the last 24 hours. */
  activity: Type.Optional(
    Type.Object({ templates: Type.Integer(), calls_24h: Type.Integer(), failed_24h: Type.Integer() }),
  ),
  schema_taken_at: Type.Optional(Nullable(Timestamp)),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Connector = Static<typeof Connector>;

export const RotateCredentials = Strict({
  credentials: Credentials,
  mode: Type.Optional(Type.Enum(['staged', 'immediate'])),
  grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
});
export type RotateCredentials = Static<typeof RotateCredentials>;

export const severities = ['info', 'compatible', 'breaking', 'dangerous'] as const;
export type Severity = (typeof severities)[number];

export const SchemaChange = Type.Object({
  severity: Type.Enum(severities),
  operation: Type.String(),
  path: Type.String(),
  detail: Sentence,
  /** The templates that depend on it. */
  templates: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});
export type SchemaChange = Static<typeof SchemaChange>;

/** The different type of this field in the last answer, or `missing`. */
const doubt = Type.Optional(Type.String());
/** A field of an answer; `*` in its path is any member of a list. Contains names and types, never values. */
export const SchemaField = Type.Object({ path: Type.String(), type: Type.String(), nullable: Type.Boolean(), doubt });
export type SchemaField = Static<typeof SchemaField>;

export const SchemaOperation = Type.Object({
  id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  summary: Nullable(Type.String()),
  parameters: Type.Array(
    Type.Object({ name: Type.String(), in: Type.String(), type: Type.String(), required: Type.Boolean() }),
  ),
  fields: Type.Array(SchemaField),
  /** Whether the service requires authentication. */
  secured: Type.Boolean(),
});
export type SchemaOperation = Static<typeof SchemaOperation>;

export const SchemaSnapshot = Type.Object({
  version: Type.Integer(),
  hash: Type.String(),
  taken_at: Timestamp,
  source: Type.Enum(['openapi', 'responses']),
  operations: Type.Array(SchemaOperation),
  drift: Type.Object({ severity: Nullable(Type.Enum(severities)), changes: Type.Array(SchemaChange) }),
  /** Operations that can become templates with one click. */
  candidates: Type.Array(Type.Unknown()),
});
export type SchemaSnapshot = Static<typeof SchemaSnapshot>;

export const documentLimit = 5 * 1_048_576;

/** The content of the file, JSON or YAML. */
export const UploadDocument = Strict({ document: Type.String({ minLength: 1, maxLength: documentLimit }) });

const tag = 'Connectors';
const query = Strict(PageQuery);
const params = IdParams;

export const listConnectors = endpoint({
  method: 'GET',
  path: '/api/connectors',
  operation: 'listConnectors',
  summary: 'Connectors, by name',
  tag,
  query,
  reply: { 200: Page(Connector) },
});
export const readConnector = endpoint({
  method: 'GET',
  path: '/api/connectors/:id',
  operation: 'readConnector',
  summary: 'One connector',
  tag,
  params,
  reply: { 200: Connector },
});
export const createConnector = endpoint({
  method: 'POST',
  path: '/api/connectors',
  operation: 'createConnector',
  summary: 'Create a connector to an account system',
  tag,
  body: CreateConnector,
  reply: { 201: Connector },
});
export const updateConnector = endpoint({
  method: 'PATCH',
  path: '/api/connectors/:id',
  operation: 'updateConnector',
  summary: 'Change a connector; a change of host deletes its credentials',
  tag,
  params,
  body: UpdateConnector,
  reply: { 200: Connector },
});
export const deleteConnector = endpoint({
  method: 'DELETE',
  path: '/api/connectors/:id',
  operation: 'deleteConnector',
  summary: 'Delete a connector whose templates no rule names',
  tag,
  params,
  reply: { 204: Type.Null() },
});
export const validateConnector = endpoint({
  method: 'POST',
  path: '/api/connectors/:id/validate',
  operation: 'validateConnector',
  summary: 'Check the connection step by step',
  tag,
  params,
  body: Omissible(Strict({})),
  limit: { times: 10, seconds: 60 },
  reply: { 200: Validation },
});
export const rotateCredentials = endpoint({
  method: 'POST',
  path: '/api/connectors/:id/rotate-credentials',
  operation: 'rotateCredentials',
  summary: 'Replace the credentials without an interruption',
  tag,
  params,
  body: RotateCredentials,
  reply: {
    200: Type.Object({
      rotation: Rotation,
      credentials: Connector.properties.credentials,
      /** Whether the service has demonstrably accepted them; if false, it has only not rejected them. */
      proven: Type.Boolean(),
      /** The checks made with them, and the read templates that could not be checked. */
      checks: Type.Array(Check),
    }),
  },
});
export const readSchemaSnapshot = endpoint({
  method: 'GET',
  path: '/api/connectors/:id/schema-snapshot',
  operation: 'readSchemaSnapshot',
  summary: 'The shape of the service, and how it has changed',
  tag,
  params,
  query: Strict({ refresh: Type.Optional(Type.Boolean()) }),
  reply: { 200: SchemaSnapshot },
});
export const uploadOpenapiDocument = endpoint({
  method: 'PUT',
  path: '/api/connectors/:id/openapi-document',
  operation: 'uploadOpenapiDocument',
  summary: 'Take a snapshot of an uploaded OpenAPI document instead of one that is read from an address',
  tag,
  params,
  reads: { content: { 'application/json': UploadDocument }, bodyLimit: 3 * documentLimit },
  limit: { times: 10, seconds: 60 },
  reply: { 200: SchemaSnapshot },
});
