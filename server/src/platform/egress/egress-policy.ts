import ipaddr from 'ipaddr.js';

/** The target of a socket. `host` comes from the URL, `address` is what it resolved to. */
export interface EgressTarget {
  host: string;
  address: string;
  port: number;
  plain: boolean;
}

interface AllowEntry {
  matches(to: EgressTarget): boolean;
  /** Whether the entry is exactly this address: only such an entry allows a metadata service. */
  names(address: string): boolean;
  /** Whether the entry may allow this URL: it names the host, or an address that the name may resolve to. */
  mayName(url: URL): boolean;
}

export interface AllowList {
  entries: AllowEntry[];
  /** EGRESS_ALLOW_METADATA. */
  metadata: boolean;
}

/**
 * The address check of docs/promises.md, egress: a public address passes for https on port 443 under an ordinary name. All
 * other targets need an entry. Metadata services need an entry with their exact address, and EGRESS_ALLOW_METADATA as well.
 */
export function isAllowed(list: AllowList, to: EgressTarget): boolean {
  const address = normalizedAddress(to.address);
  if (address === null) return false;
  if (isMetadata(address, to.host)) return list.metadata && list.entries.some((entry) => entry.names(address));
  if (!to.plain && to.port === 443 && isOrdinary(to.host) && isPublic(to.address)) return true;
  return list.entries.some((entry) => entry.matches({ ...to, address }));
}

/** Returns the fault that the URL alone shows, before its name is resolved; null when there is none. */
export function faultOfUrl(list: AllowList, url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only http and https can be asked.';
  if (url.username || url.password) return 'A URL must not carry credentials.';
  if (url.hostname.endsWith('.')) return 'A host name must not end with a dot.';
  if (url.protocol === 'http:' && !list.entries.some((entry) => entry.mayName(url)))
    return 'Only https is allowed to this host.';
  return null;
}

/** Returns false if the URL alone is refused: its scheme, port, name or literal address. A name may still resolve to a refused address. */
export function mayPass(list: AllowList, url: URL): boolean {
  if (faultOfUrl(list, url)) return false;
  const [host, port, plain] = [hostOf(url), portOf(url), url.protocol === 'http:'];
  if (ipaddr.isValid(host)) return isAllowed(list, { host, address: host, port, plain });
  return (!plain && port === 443 && isOrdinary(host)) || list.entries.some((entry) => entry.mayName(url));
}

/** Reads `10.1.0.0/16:443, crm.internal:8443, 127.0.0.1, localhost`: hosts, addresses or networks, each with or without a port. */
export function readAllowList(text: string, options: { trustedUrls?: string[]; metadata?: boolean } = {}): AllowList {
  const written = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readEntry);
  const trusted = (options.trustedUrls ?? [])
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
    .map((url) => entryOf(hostOf(url), portOf(url)));
  return { entries: [...written, ...trusted], metadata: options.metadata ?? false };
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'http:' ? 80 : 443));

/** Returns the canonical form; an IPv4 address mapped to IPv6 becomes IPv4. Returns null if it is not an address. */
export const normalizedAddress = (address: string): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;

// AWS, GCP and most others; ECS and EKS; Alibaba; Oracle; Azure, whose second one is a public address.
const metadataAddresses = new Set(
  ['169.254.169.254', '169.254.170.2', '169.254.170.23', '100.100.100.200', '192.0.0.192', '168.63.129.16'].concat(
    ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'].map((address) => ipaddr.parse(address).toString()),
  ),
);
const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal']);
const instanceData = /^instance-data(?:\.|$)/;

const isMetadata = (address: string, host: string) =>
  metadataAddresses.has(address) || metadataNames.has(host) || instanceData.test(host);

// For IPv6, allow only global unicast; `range` excludes the parts of it that embed an IPv4 address.
const globalUnicast = ipaddr.parseCIDR('2000::/3');

function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

const reservedSuffix = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|intranet|corp|home)$/;

const isOrdinary = (host: string) => ipaddr.isValid(host) || (host.includes('.') && !reservedSuffix.test(host));

function readEntry(text: string): AllowEntry {
  const network = /^\[?([0-9a-f.:]+\/\d+)\]?(?::(\d+))?$/i.exec(text);
  if (network) return networkEntry(ipaddr.parseCIDR(network[1]!), network[2] ? Number(network[2]) : null);
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/i.exec(text);
  if (bracketed) return entryOf(bracketed[1]!, bracketed[2] ? Number(bracketed[2]) : null);
  if (ipaddr.isValid(text)) return entryOf(text, null);
  const [host = '', port] = text.split(':');
  return entryOf(host, port ? Number(port) : null);
}

function entryOf(host: string, port: number | null): AllowEntry {
  const name = normalizedAddress(host) ?? host.toLowerCase();
  const portFits = (actual: number) => port === null || port === actual;
  const isHost = (candidate: string) => (normalizedAddress(candidate) ?? candidate.toLowerCase()) === name;
  return {
    matches: (to) => portFits(to.port) && (isHost(to.host) || to.address === name),
    names: (address) => address === name,
    mayName: (url) => portFits(portOf(url)) && (isHost(hostOf(url)) || (ipaddr.isValid(name) && mayResolveThere(url))),
  };
}

// A name may resolve to a listed address: `isAllowed` checks it at connect, and requires an entry for plain http there too.
const mayResolveThere = (url: URL): boolean => !ipaddr.isValid(hostOf(url));

function networkEntry([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], port: number | null): AllowEntry {
  const contains = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  };
  const portFits = (actual: number) => port === null || port === actual;
  return {
    matches: (to) => portFits(to.port) && contains(to.address),
    names: () => false,
    mayName: (url) => portFits(portOf(url)) && (contains(hostOf(url)) || mayResolveThere(url)),
  };
}
