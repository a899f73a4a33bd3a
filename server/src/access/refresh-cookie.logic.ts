/**
 * The web client's refresh token. Over HTTPS it has the `__Host-` prefix: no other host and no script can set or read it.
 * On a desk without HTTPS (a laptop, a trial in the local network) browsers would refuse such a cookie.
 */
export function refreshCookie(publicUrl: string, token: string, maxAgeSeconds: number): string {
  const name = cookieName(publicUrl);
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${name}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

export const expiredRefreshCookie = (publicUrl: string): string => refreshCookie(publicUrl, '', 0);

/** The headers of a request that matter for the cookie. */
export interface CookieHeaders {
  cookie: string | undefined;
  origin: string | undefined;
  host: string | undefined;
}

/** The token in the cookie; null when there is none, or when the page that sent it is not of this desk. */
export function readRefreshCookie(publicUrl: string, { cookie = '', origin, host }: CookieHeaders): string | null {
  if (origin !== undefined && origin !== originOf(publicUrl) && hostOf(origin) !== host) return null;
  const prefix = `${cookieName(publicUrl)}=`;
  const pair = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length) || null;
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const cookieName = (publicUrl: string) => (isSecure(publicUrl) ? '__Host-fd_refresh' : 'fd_refresh');
const originOf = (url: string) => /^https?:\/\/[^/]+/i.exec(url)?.[0].toLowerCase();
const hostOf = (origin: string) => /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
