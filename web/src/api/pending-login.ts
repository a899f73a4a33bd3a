interface PendingLogin {
  state: string;
  provider: string;
  returnTo: string | undefined;
}

const key = 'frontdesk.pending-login';

/** Stores the provider that the browser was redirected to: all providers return to the same address. */
export const rememberLogin = (pending: PendingLogin): void => sessionStorage.setItem(key, JSON.stringify(pending));

/** Removes the stored login: a second return with the same parameters finds nothing. */
export function takeLogin(): PendingLogin | null {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept ? (JSON.parse(kept) as PendingLogin) : null;
}
