import { login, logout, refresh, type Session } from '@desk/contract/access';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../../platform/desk.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf, person } from '../admission/admission.ts';
import { deviceCookie, readDeviceCookie } from './known-device.ts';
import { describeNewcomer } from './me.actions.ts';
import { expiredRefreshCookie, readRefreshCookie, refreshCookie } from './refresh-cookie.logic.ts';
import { endSession, renewSession, signIn, type NewSession, type OpenSession } from './sessions.actions.ts';

export const sessionRoutes = (desk: Desk): Route[] => [
  route(login, anyone, async ({ body, request }) => {
    const by = { origin: originOf(request), token: readDeviceCookie(desk, request.headers) };
    return replyWithSession(desk, 200, await signIn(desk, body, by));
  }),
  route(refresh, anyone, async ({ body, request }) => {
    const origin = originOf(request);
    const inBody = body?.refresh_token;
    const renewal = inBody
      ? { token: inBody, key: null, origin }
      : { token: refreshTokenIn(desk, request), key: keyOf(request), origin };
    return replyWithSession(desk, 200, await renewSession(desk, renewal));
  }),
  route(logout, person, async ({ scope }) => {
    await endSession(desk, scope);
    return answered(204, null, { 'set-cookie': expiredRefreshCookie(desk.config.PUBLIC_URL) });
  }),
];

/** The reply to every sign-in. Cookies contain the refresh token, and the token that makes the browser a known device. */
export async function replyWithSession(desk: Desk, status: 200 | 201, opened: OpenSession & Partial<NewSession>) {
  const session: Session = {
    access_token: opened.accessToken,
    token_type: 'Bearer',
    expires_in: opened.accessLifetime,
    refresh_token: opened.refreshToken,
    user: await describeNewcomer(desk, opened.userId),
  };
  const cookies = [refreshCookie(desk.config.PUBLIC_URL, opened.refreshToken, opened.refreshLifetime)];
  if (opened.device) cookies.push(deviceCookie(desk, opened.device));
  // For a new account, the URL of the person.
  const location = status === 201 ? { location: '/api/auth/me' } : {};
  return answered(status, session, { 'set-cookie': cookies, ...location });
}

const keyOf = ({ headers }: FastifyRequest) => String(headers['idempotency-key'] ?? '') || null;

/** The refresh token of the browser's cookie. */
export const refreshTokenIn = (desk: Desk, { headers }: FastifyRequest) =>
  readRefreshCookie(desk.config.PUBLIC_URL, { cookie: headers.cookie, origin: headers.origin, host: headers.host });
