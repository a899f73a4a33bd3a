import { exchangeOauthLogin, listIdentityProviders, startOauthLogin } from '@desk/contract/identity-providers';
import type { Desk } from '../../platform/desk.ts';
import { pageOfWhole } from '../../platform/http/page.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf, visitor } from '../admission/admission.ts';
import { readHostCookie, writeHostCookie } from '../sessions/host-cookie.logic.ts';
import { signInWithIdentity } from './identities.actions.ts';
import { viewProvider } from './identities.view.ts';
import type { OidcClient } from './identity-providers.ts';
import { loginLifetimeMilliseconds, proveReturn, startLogin } from './oauth-login.actions.ts';
import type { OnOrganizationCreated } from '../onboarding/register.actions.ts';
import { refreshTokenIn, replyWithSession } from '../sessions/sessions.routes.ts';

/** `onOrganizationCreated`: the hooks by which other domains fill a new organization. */
export const identityProviderRoutes = (
  desk: Desk,
  { onOrganizationCreated }: { onOrganizationCreated: OnOrganizationCreated[] },
): Route[] => {
  let loaded: Promise<OidcClient> | undefined;
  const load = () =>
    (loaded ??= import('./identity-providers.ts').then(({ createOidcClient }) => createOidcClient(desk)));
  return [
    route(listIdentityProviders, anyone, async ({ query }) =>
      pageOfWhole(desk.config.identityProviders.map(viewProvider), query, ({ id }) => id),
    ),
    route(startOauthLogin, visitor, async ({ scope, params, query, request }) => {
      const started = await startLogin(desk, load, {
        providerId: params.provider,
        redirectUri: query.redirect_uri,
        sessionId: scope?.sessionId ?? null,
        browser: readHostCookie(browserCookie(desk), request.headers),
      });
      const body = {
        authorization_url: started.authorizationUrl,
        state: started.state,
        expires_at: started.expiresAt.toISOString(),
      };
      const cookie = writeHostCookie(browserCookie(desk), started.browser, loginLifetimeMilliseconds / 1_000);
      return answered(200, body, { 'set-cookie': cookie });
    }),
    route(exchangeOauthLogin, anyone, async ({ params, body, request }) => {
      const returned = await proveReturn(desk, load, {
        providerId: params.provider,
        callbackParams: body.callback_params,
        browser: readHostCookie(browserCookie(desk), request.headers),
      });
      const by = { origin: originOf(request), refreshToken: refreshTokenIn(desk, request) };
      return replyWithSession(desk, 200, await signInWithIdentity(desk, onOrganizationCreated, returned, by));
    }),
  ];
};

// Binds a sign-in to the browser that began it, so that no victim can be made to finish an attacker's sign-in.
const browserCookie = (desk: Desk) => ({ name: 'fd_sign_in', publicUrl: desk.config.PUBLIC_URL });
