type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Fills in the parameters of `/api/tags/:id` and appends the query values that are set. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of [value].flat()) search.append(name, String(each));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** The page to open after signing in: always a page of this client, never another address. */
export function safeReturn(given: string | undefined): string {
  if (!given || !/^\/(?![/\\])/.test(given)) return '/';
  // An invitation is allowed, but not a form for people without an account.
  return /^\/((login|forgot|reset|auth)(\/|\?|$)|register$)/.test(given) ? '/' : given;
}
