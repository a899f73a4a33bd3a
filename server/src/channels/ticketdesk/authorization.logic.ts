/** An account's token: of OAuth, or an API token written as the vendor does, `agent@example.org/token:<token>`. */
export const authorizationOf = (token: string): string =>
  token.includes('/token:') ? `Basic ${btoa(token)}` : `Bearer ${token}`;
