import Type, { type Static } from 'typebox';
import { Actor } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { Bytes, Id, IdParams, Nullable, Page, PageQuery, Sentence, Strict, Timestamp } from './http.ts';

/** An archive of everything that the organization has here, without secrets. It is kept until `expires_at`. */
export const OrganizationExport = Type.Object({
  id: Id,
  status: Type.Enum(['pending', 'running', 'ready', 'failed']),
  /** How many of the archive's parts are written. */
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  /** Null until the archive is ready. */
  size_bytes: Nullable(Type.Integer()),
  /** Why it failed. */
  error: Nullable(Sentence),
  requested_by: Actor,
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  expires_at: Timestamp,
});
export type OrganizationExport = Static<typeof OrganizationExport>;

const tag = 'Organization';

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/organizations/me/export',
  operation: 'requestExport',
  summary: 'Write an archive of everything in the organization, in the background; one at a time',
  tag,
  limit: { times: 10, seconds: 86_400 },
  reply: { 202: OrganizationExport },
});
export const listExports = endpoint({
  method: 'GET',
  path: '/api/organizations/me/exports',
  operation: 'listExports',
  summary: 'The archives that are kept or being written, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(OrganizationExport) },
});
export const readExport = endpoint({
  method: 'GET',
  path: '/api/organizations/me/exports/:id',
  operation: 'readExport',
  summary: 'The state of an archive',
  tag,
  params: IdParams,
  reply: { 200: OrganizationExport },
});
export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/organizations/me/exports/:id',
  operation: 'deleteExport',
  summary: 'Delete an archive, or stop writing it',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
export const readExportArchive = endpoint({
  method: 'GET',
  path: '/api/organizations/me/exports/:id/archive',
  operation: 'readExportArchive',
  summary: 'The archive, as a zip file',
  tag,
  params: IdParams,
  reply: { 200: Type.Any() },
  sends: { 'application/zip': Bytes },
});
