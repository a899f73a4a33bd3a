import Type, { type Static } from 'typebox';
import { Session } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const ProviderId = Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 100 });
const Provider = Type.Object({ id: ProviderId, name: Type.String() });

export const IdentityProviders = Page(Provider);
export type IdentityProviders = Static<typeof IdentityProviders>;

export const OauthLogin = Type.Object({
  authorization_url: Type.String(),
  state: Type.String(),
  expires_at: Timestamp,
});
export type OauthLogin = Static<typeof OauthLogin>;

const Parameter = (description: string) => Type.String({ maxLength: 4096, description });

/** The query with which the provider sent the browser back. It may contain further parameters. */
export const CallbackParams = Type.Object(
  {
    state: Parameter('what start gave'),
    code: Type.Optional(Parameter('absent when the provider refused')),
    iss: Type.Optional(Parameter('the issuer; some providers require it to be checked')),
    error: Type.Optional(Parameter('why the provider refused')),
  },
  { additionalProperties: Parameter('passed on'), maxProperties: 20 },
);

export const ExchangeOauthLogin = Strict({ callback_params: CallbackParams });
export type ExchangeOauthLogin = Static<typeof ExchangeOauthLogin>;

/** `provider` is null if the operator has removed it from the configuration: this identity cannot sign in now. */
export const Identity = Type.Object({
  id: Id,
  issuer: Type.String(),
  provider: Nullable(Provider),
  created_at: Timestamp,
});
export type Identity = Static<typeof Identity>;

/* Endpoints */

const signIn = 'Sign in';
const ProviderParams = Strict({ provider: ProviderId });

export const listIdentityProviders = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/providers',
  operation: 'listIdentityProviders',
  summary: 'The identity providers that people may sign in with',
  tag: signIn,
  query: Strict(PageQuery),
  reply: { 200: IdentityProviders },
});
export const startOauthLogin = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider/start',
  operation: 'startOauthLogin',
  summary: 'Start to sign in with a provider; with an access token: start to add it to your account',
  tag: signIn,
  params: ProviderParams,
  query: Strict({
    redirect_uri: Type.Optional(Type.String({ maxLength: 2000, description: 'default: the page of the web client' })),
  }),
  reply: { 200: OauthLogin },
});
export const exchangeOauthLogin = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/:provider/exchange',
  operation: 'exchangeOauthLogin',
  summary: 'Finish the sign-in in the same browser, with what the provider returned',
  tag: signIn,
  params: ProviderParams,
  body: ExchangeOauthLogin,
  reply: { 200: Session },
});
export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/auth/me/identities',
  operation: 'listIdentities',
  summary: 'Your identities at identity providers',
  tag: signIn,
  query: Strict(PageQuery),
  reply: { 200: Page(Identity) },
});
export const readIdentity = endpoint({
  method: 'GET',
  path: '/api/auth/me/identities/:id',
  operation: 'readIdentity',
  summary: 'One of your identities',
  tag: signIn,
  params: IdParams,
  reply: { 200: Identity },
});
export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/identities/:id',
  operation: 'removeIdentity',
  summary: 'Remove an identity, so that it can no longer sign in',
  tag: signIn,
  params: IdParams,
  reply: { 204: Type.Null() },
});
