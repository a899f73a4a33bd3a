/**
 * The base URL that a document names, if its path differs from that of the connector's base URL; null if it matches.
 * Hosts may differ, as those of a test system do.
 */
export function otherBase(baseUrl: string, servers: readonly string[]): string | null {
  const named = servers.map((server) => server.slice(0, longest));
  // A path with a variable matches any path.
  if (named.some((server) => server.replace(/^\w+:\/\/[^/]*/, '').includes('{'))) return null;
  const known = named.flatMap((server) => urlOf(server, baseUrl) ?? []);
  const here = new URL(baseUrl);
  if (known.some((each) => pathOf(each) === pathOf(here))) return null;
  const nearest = known.find(({ host }) => host === here.host) ?? known[0];
  return nearest ? `${nearest.origin}${pathOf(nearest)}` : null;
}

const longest = 500;

const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '');

// Variables in hosts, as in https://{region}.example.com, get a placeholder.
function urlOf(server: string, base: string): URL | null {
  const url = server.replaceAll(/\{[^{}]*\}/g, 'x');
  return URL.canParse(url, base) ? new URL(url, base) : null;
}
