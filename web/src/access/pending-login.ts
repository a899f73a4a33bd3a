interface PendingLogin {
  state: string;
  provider: string;
  returnTo: string | undefined;
}

const key = 'frontdesk.pending-login';

/** Which provider the browser was sent to: the address that it comes back to is the same for all of them. */
export const rememberLogin = (pending: PendingLogin): void => sessionStorage.setItem(key, JSON.stringify(pending));

/** Once: a second return with the same parameters finds nothing. */
export function takeLogin(): PendingLogin | null {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept ? (JSON.parse(kept) as PendingLogin) : null;
}
