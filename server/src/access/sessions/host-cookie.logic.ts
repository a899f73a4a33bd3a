/**
 * A cookie that is accepted only from this desk's own pages. Over HTTPS it has the `__Host-` prefix: no other host and no script
 * can set or read it. Without HTTPS (a laptop, a trial in the local network) browsers would refuse such a cookie.
 */
export interface HostCookie {
  readonly name: string;
  readonly publicUrl: string;
}

export function writeHostCookie(cookie: HostCookie, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(cookie.publicUrl) ? '; Secure' : '';
  return `${fullName(cookie)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The request headers that matter for the cookie. */
export interface CookieHeaders {
  cookie?: string | undefined;
  origin?: string | undefined;
  host?: string | undefined;
}

/** The cookie's value; null if it is missing, or if another site's page sent it. */
export function readHostCookie(cookie: HostCookie, { cookie: sent = '', origin, host }: CookieHeaders): string | null {
  if (origin !== undefined && origin !== originOf(cookie.publicUrl) && hostOf(origin) !== host) return null;
  const prefix = `${fullName(cookie)}=`;
  const pair = sent
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length) || null;
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const fullName = ({ name, publicUrl }: HostCookie) => (isSecure(publicUrl) ? `__Host-${name}` : name);
const originOf = (url: string) => /^https?:\/\/[^/]+/i.exec(url)?.[0].toLowerCase();
const hostOf = (origin: string) => /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
