/** The header for an account's token: an OAuth token, or an API token in the vendor's form `agent@example.org/token:<token>`. */
export const authorizationOf = (token: string): string =>
  token.includes('/token:') ? `Basic ${btoa(token)}` : `Bearer ${token}`;
