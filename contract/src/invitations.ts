import Type, { type Static } from 'typebox';
import { EmailAddress, Me, roles } from './access.ts';
import { Actor } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const Named = Type.Object({ id: Id, name: Type.String() });

/** Valid once, for seven days, and for its address only. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Enum(roles),
  workspace: Nullable(Named),
  state: Type.Enum(['pending', 'accepted', 'expired']),
  invited_by: Actor,
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: Nullable(Timestamp),
});
export type Invitation = Static<typeof Invitation>;

/** The link is shown only once, in case the mail does not arrive. */
const NewInvitation = Type.Object({ ...Invitation.properties, invitation_url: Type.String() });
export type NewInvitation = Static<typeof NewInvitation>;

/** The default `workspace_id` is the workspace of the request. */
export const CreateInvitation = Strict({
  email: EmailAddress,
  role: Type.Enum(roles),
  workspace_id: Type.Optional(Nullable(Id)),
});
export type CreateInvitation = Static<typeof CreateInvitation>;

const Token = Strict({ token: Type.String({ minLength: 1, maxLength: 200 }) });

/** What the link reveals before the person decides. It does not reveal whether the address has an account. */
export const OpenInvitation = Type.Object({
  email: Type.String(),
  role: Type.Enum(roles),
  organization: Named,
  invited_by: Type.String(),
  expires_at: Timestamp,
});
export type OpenInvitation = Static<typeof OpenInvitation>;

const tag = 'People';

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  operation: 'listInvitations',
  summary: 'The invitations; a workspace admin sees those to their own workspace',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Invitation) },
});
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  operation: 'createInvitation',
  summary: 'Invite somebody by mail; replaces an earlier invitation of the same address',
  tag,
  body: CreateInvitation,
  limit: { times: 30, seconds: 60, daily: 200 },
  reply: { 201: NewInvitation },
});
export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:id',
  operation: 'readInvitation',
  summary: 'One invitation',
  tag,
  params: IdParams,
  reply: { 200: Invitation },
});
export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id',
  operation: 'deleteInvitation',
  summary: 'Withdraw an invitation, or remove it from the list',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/open',
  operation: 'openInvitation',
  summary: 'The invitation that a link belongs to',
  tag,
  body: Token,
  reply: { 200: OpenInvitation },
});
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  operation: 'acceptInvitation',
  summary: 'Join with the account that is signed in; its address must be the invited one',
  tag,
  body: Token,
  reply: { 200: Me },
});
