/**
 * Returns the link that exports a document in a form, without a size limit, from the document's export links. The link's host
 * receives the access token, so the result is null unless the host belongs to the drive and uses TLS.
 */
export function exportLinkOf(
  links: Readonly<Record<string, unknown>>,
  form: string,
  homes: readonly string[],
): string | null {
  const link = links[form];
  if (typeof link !== 'string' || !URL.canParse(link)) return null;
  const { protocol, hostname, origin } = new URL(link);
  const known = homes.map((home) => new URL(home));
  const isHome = known.some((home) => home.origin === origin);
  const isBeside =
    protocol === 'https:' && known.some((home) => isName(hostname) && siteOf(home.hostname) === siteOf(hostname));
  return isHome || isBeside ? link : null;
}

const isName = (host: string) => /\.[a-z]{2,}$/i.test(host);

// `docs.vendor.example` and `accounts.vendor.example` belong to the same site.
const siteOf = (host: string) => host.split('.').slice(-2).join('.');
