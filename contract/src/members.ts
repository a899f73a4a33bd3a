import Type, { type Static } from 'typebox';
import { roles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** A person's membership in the organization. An organization admin belongs to no particular workspace. */
export const Member = Type.Object({
  id: Id,
  /** `email_verified`: the person has proven that the address is theirs. */
  user: Type.Object({ id: Id, email: Type.String(), name: Type.String(), email_verified: Type.Boolean() }),
  role: Type.Enum(roles),
  workspace: Nullable(Type.Object({ id: Id, name: Type.String() })),
  created_at: Timestamp,
  version: Type.Integer(),
});
export type Member = Static<typeof Member>;

/** A member who is no longer an organization admin joins the default workspace, unless another one is named. */
export const UpdateMember = Strict({
  role: Type.Optional(Type.Enum(roles)),
  workspace_id: Type.Optional(Nullable(Id)),
});
export type UpdateMember = Static<typeof UpdateMember>;

const tag = 'People';

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  operation: 'listMembers',
  summary: 'The people of the organization',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Member) },
});
export const readMember = endpoint({
  method: 'GET',
  path: '/api/members/:id',
  operation: 'readMember',
  summary: 'One person of the organization',
  tag,
  params: IdParams,
  reply: { 200: Member },
});
export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/members/:id',
  operation: 'updateMember',
  summary: 'Change the role or the workspace of a member; effective at their next request',
  tag,
  params: IdParams,
  body: UpdateMember,
  reply: { 200: Member },
});
export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/api/members/:id',
  operation: 'deleteMember',
  summary: 'Remove somebody from the organization, or leave it',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
