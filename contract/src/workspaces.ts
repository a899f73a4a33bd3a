import Type, { type Static } from 'typebox';
import { Name } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** A part of the organization with its own admins. Requests that name none use the default one. */
export const Workspace = Type.Object({
  id: Id,
  name: Type.String(),
  is_default: Type.Boolean(),
  created_at: Timestamp,
  version: Type.Integer(),
});
export type Workspace = Static<typeof Workspace>;

const CreateWorkspace = Strict({ name: Name });
export const UpdateWorkspace = Strict({ name: Type.Optional(Name) });
export type UpdateWorkspace = Static<typeof UpdateWorkspace>;

const tag = 'Organization';

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/api/workspaces',
  operation: 'listWorkspaces',
  summary: 'The workspaces of the organization',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Workspace) },
});
export const createWorkspace = endpoint({
  method: 'POST',
  path: '/api/workspaces',
  operation: 'createWorkspace',
  summary: 'Create a workspace',
  tag,
  body: CreateWorkspace,
  reply: { 201: Workspace },
});
export const readWorkspace = endpoint({
  method: 'GET',
  path: '/api/workspaces/:id',
  operation: 'readWorkspace',
  summary: 'One workspace',
  tag,
  params: IdParams,
  reply: { 200: Workspace },
});
export const updateWorkspace = endpoint({
  method: 'PATCH',
  path: '/api/workspaces/:id',
  operation: 'updateWorkspace',
  summary: 'Rename a workspace',
  tag,
  params: IdParams,
  body: UpdateWorkspace,
  reply: { 200: Workspace },
});
export const deleteWorkspace = endpoint({
  method: 'DELETE',
  path: '/api/workspaces/:id',
  operation: 'deleteWorkspace',
  summary: 'Delete a workspace that nobody belongs to; never the last one',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
