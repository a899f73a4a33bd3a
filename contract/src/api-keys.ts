import Type, { type Static } from 'typebox';
import { Name, roles } from './access.ts';
import { Actor } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** A bearer token for scripts, limited to this organization and this role. */
export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  role: Type.Enum(roles),
  prefix: Type.String({ description: 'How the key begins' }),
  created_by: Actor,
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

const NewApiKey = Type.Object({ ...ApiKey.properties, key: Type.String({ description: 'Shown this once' }) });
export type NewApiKey = Static<typeof NewApiKey>;

export const CreateApiKey = Strict({
  name: Name,
  role: Type.Enum(roles),
  expires_at: Type.Optional(Nullable(Timestamp)),
});
export type CreateApiKey = Static<typeof CreateApiKey>;

const tag = 'Organization';

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api-keys',
  operation: 'listApiKeys',
  summary: 'The API keys of the organization, without the keys',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(ApiKey) },
});
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys',
  operation: 'createApiKey',
  summary: 'Create an API key; the key itself is in this answer only',
  tag,
  body: CreateApiKey,
  reply: { 201: NewApiKey },
});
export const readApiKey = endpoint({
  method: 'GET',
  path: '/api/api-keys/:id',
  operation: 'readApiKey',
  summary: 'One API key, without the key',
  tag,
  params: IdParams,
  reply: { 200: ApiKey },
});
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/api-keys/:id',
  operation: 'deleteApiKey',
  summary: 'Revoke an API key; effective at its next use',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
