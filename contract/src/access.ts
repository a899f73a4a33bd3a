import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, NameOf, Nullable, Omissible, Page, PageQuery, Strict, Timestamp } from './http.ts';

/** In ascending order: each role includes the rights of those before it. */
export const roles = ['member', 'workspace_admin', 'org_admin'] as const;
export type Role = (typeof roles)[number];

const letters = '\\p{L}\\p{M}\\p{N}';
const label = `[${letters}](?:[${letters}-]{0,61}[${letters}])?`;

/** Addresses as people type them: also beyond ASCII, but without quoted local parts and address literals. */
export const emailAddress = {
  pattern: `^[${letters}.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+${label}$`,
  maxLength: 254,
};
export const EmailAddress = Type.String({
  ...emailAddress,
  description: 'E-mail address; compared without regard to case',
});
export const Name = NameOf(120);
/** The limit only keeps bodies small. A password that is too long gets `password_too_weak`. */
const Password = Type.String({ minLength: 1, maxLength: 1024 });
const Locale = Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$', description: 'BCP 47 language tag' });
const Slug = Type.String({ minLength: 2, maxLength: 60, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' });

const Named = Type.Object({ id: Id, name: Type.String() });

export const Membership = Type.Object({
  id: Id,
  role: Type.Enum(roles),
  organization: Named,
  workspace: Nullable(Named),
});
export type Membership = Static<typeof Membership>;

/** `scope` is the scope of this request; null when the caller has several organizations and named none. */
export const Me = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  locale: Type.String(),
  email_verified: Type.Boolean(),
  created_at: Timestamp,
  memberships: Type.Array(Membership),
  scope: Nullable(Type.Object({ organization_id: Id, workspace_id: Id, role: Type.Enum(roles) })),
});
export type Me = Static<typeof Me>;

/** `expires_in` is the lifetime of the access token, in seconds. */
export const Session = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Type.String(),
  user: Me,
});
export type Session = Static<typeof Session>;

export const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  created_at: Timestamp,
  /** When everything of the organization will be deleted; null if nobody has asked for that. */
  deletion_at: Nullable(Timestamp),
  version: Type.Integer(),
});
export type Organization = Static<typeof Organization>;

const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

/** With an invitation the person joins its organization, and `organization_name` is ignored. */
export const Register = Strict({
  email: EmailAddress,
  password: Password,
  name: Type.Optional(Name),
  organization_name: Type.Optional(Name),
  invitation_token: Type.Optional(LinkToken),
});
export type Register = Static<typeof Register>;

export const Login = Strict({ email: Type.String({ minLength: 1, maxLength: 320 }), password: Password });
export type Login = Static<typeof Login>;

/** It is used in a mail header, so it must be one line. */
const OneLine = Type.String({ minLength: 1, maxLength: 320, pattern: '^[^\\p{Cc}\\u2028\\u2029]+$' });
const RequestPasswordReset = Strict({ email: OneLine });

export const ConfirmPasswordReset = Strict({ token: LinkToken, password: Password });
export type ConfirmPasswordReset = Static<typeof ConfirmPasswordReset>;

export const RequestEmailChange = Strict({ email: EmailAddress, current_password: Password });
export type RequestEmailChange = Static<typeof RequestEmailChange>;

/** A new password needs the current one. */
export const UpdateMe = Strict({
  name: Type.Optional(Name),
  locale: Type.Optional(Nullable(Locale)),
  current_password: Type.Optional(Password),
  new_password: Type.Optional(Password),
});
export type UpdateMe = Static<typeof UpdateMe>;

export const UpdateOrganization = Strict({ name: Type.Optional(Name), slug: Type.Optional(Slug) });
export type UpdateOrganization = Static<typeof UpdateOrganization>;

/** The web client sends no body: its refresh token is in a cookie that scripts cannot read. */
const Refresh = Omissible(Strict({ refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }));

/* Endpoints */

const signIn = 'Sign in';

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  operation: 'register',
  summary: 'Create an account and its organization, or join one by invitation',
  tag: signIn,
  body: Register,
  limit: { times: 20, seconds: 3_600 },
  reply: { 201: Session },
});
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  operation: 'login',
  summary: 'Sign in with a password',
  tag: signIn,
  body: Login,
  reply: { 200: Session },
});
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  operation: 'refresh',
  summary: 'Exchange a refresh token, from the body or the cookie, for a new session',
  tag: signIn,
  body: Refresh,
  reply: { 200: Session },
});
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  operation: 'logout',
  summary: 'End this session',
  tag: signIn,
  reply: { 204: Type.Null() },
});
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset',
  operation: 'requestPasswordReset',
  summary: 'E-mail a link for setting a new password; the answer is the same for every address',
  tag: signIn,
  body: RequestPasswordReset,
  reply: { 202: Type.Null() },
});
export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  operation: 'confirmPasswordReset',
  summary: 'Set a new password with the token from the link; ends every session',
  tag: signIn,
  body: ConfirmPasswordReset,
  reply: { 204: Type.Null() },
});
export const readMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  operation: 'readMe',
  summary: 'Who is calling, and where they belong',
  tag: signIn,
  reply: { 200: Me },
});
/** A sign-in; `current` marks that of this request. */
const OwnSession = Type.Object({
  id: Id,
  current: Type.Boolean(),
  /** The user agent that the browser or script sent when it signed in. */
  client: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  created_at: Timestamp,
  last_renewed_at: Nullable(Timestamp),
  expires_at: Timestamp,
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/auth/me/sessions',
  operation: 'listOwnSessions',
  summary: 'Where you are signed in',
  tag: signIn,
  query: Strict(PageQuery),
  reply: { 200: Page(OwnSession) },
});

export const readOwnSession = endpoint({
  method: 'GET',
  path: '/api/auth/me/sessions/:id',
  operation: 'readOwnSession',
  summary: 'One of the places where you are signed in',
  tag: signIn,
  params: IdParams,
  reply: { 200: OwnSession },
});

export const deleteOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/sessions/:id',
  operation: 'deleteOwnSession',
  summary: 'Sign out elsewhere',
  tag: signIn,
  params: IdParams,
  reply: { 204: Type.Null() },
});

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/api/auth/me',
  operation: 'updateMe',
  summary: 'Change your own profile or password',
  tag: signIn,
  body: UpdateMe,
  reply: { 200: Me },
});
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/me/email',
  operation: 'requestEmailChange',
  summary:
    'Request a change of address: a confirmation link goes to the new one, a notice with a link to stop it to the old one',
  tag: signIn,
  body: RequestEmailChange,
  limit: { times: 10, seconds: 3_600, per: 'caller' },
  reply: { 202: Type.Null() },
});
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/confirm',
  operation: 'confirmEmailChange',
  summary: 'Confirm the new address with the token from the link; ends every session except the one that requested it',
  tag: signIn,
  body: Strict({ token: LinkToken }),
  reply: { 204: Type.Null() },
});
export const stopEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/stop',
  operation: 'stopEmailChange',
  summary: 'Stop a change of address with the token from the notice',
  tag: signIn,
  body: Strict({ token: LinkToken }),
  reply: { 204: Type.Null() },
});
export const readOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/me',
  operation: 'readOrganization',
  summary: 'The organization',
  tag: 'Organization',
  reply: { 200: Organization },
});
export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/me',
  operation: 'updateOrganization',
  summary: 'Rename the organization',
  tag: 'Organization',
  body: UpdateOrganization,
  reply: { 200: Organization },
});
export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/api/organizations/me',
  operation: 'deleteOrganization',
  summary: 'Delete the organization and everything in it in seven days; until then it works as before, and may be kept',
  tag: 'Organization',
  body: Strict({ confirm: Type.String({ maxLength: 200, description: 'The name of the organization' }) }),
  reply: { 202: Organization },
});
export const keepOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/me/keep',
  operation: 'keepOrganization',
  summary: 'Cancel the deletion of the organization',
  tag: 'Organization',
  reply: { 200: Organization },
});
