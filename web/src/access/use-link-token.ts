import { useEffect, useState } from 'react';

/**
 * The token of a mailed link. It leaves the address at once, so that it stands neither in the history nor in a `Referer`, and stays in
 * this page's memory.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.search).get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
