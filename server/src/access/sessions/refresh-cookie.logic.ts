import { readHostCookie, writeHostCookie, type CookieHeaders } from './host-cookie.logic.ts';

/** The web client's refresh token. */
export const refreshCookie = (publicUrl: string, token: string, maxAgeSeconds: number): string =>
  writeHostCookie({ name, publicUrl }, token, maxAgeSeconds);

export const expiredRefreshCookie = (publicUrl: string): string => refreshCookie(publicUrl, '', 0);

/** The token in the cookie; null if it is missing, or if another site's page sent it. */
export const readRefreshCookie = (publicUrl: string, headers: CookieHeaders): string | null =>
  readHostCookie({ name, publicUrl }, headers);

const name = 'fd_refresh';
