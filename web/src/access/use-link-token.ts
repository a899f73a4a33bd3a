import { useEffect, useState } from 'react';

/**
 * The token of a mailed link. It is removed from the address at once, so that neither the history nor a `Referer` contains it, and
 * stays in this page's memory.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.search).get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
