import ipaddr from 'ipaddr.js';

export interface AllowEntry {
  matches(address: string, port: number, host: string): boolean;
  plainHttp(url: URL): boolean;
}
export type AllowList = AllowEntry[];

/** A public unicast address passes; any other needs an entry. Metadata services need one that names them exactly. */
export function isAllowed(list: AllowList, address: string, port: number, host: string): boolean {
  return isPublic(address) || list.some((entry) => entry.matches(address, port, host));
}

/** Reads `10.1.0.0/16:443, crm.internal:8443, 127.0.0.1, localhost`: a host, address or network, each with a port or any. */
export function readAllowList(text: string, trustedUrls: string[] = []): AllowList {
  const written = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readEntry);
  const trusted = trustedUrls
    .filter((url) => URL.canParse(url))
    .map((url) => {
      const { hostname, port, protocol } = new URL(url);
      return entryOf(hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'https:' ? 443 : 80)));
    });
  return [...written, ...trusted];
}

const metadata = new Set(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200']);

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

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
  const name = host.toLowerCase();
  const portFits = (actual: number) => port === null || port === actual;
  return {
    matches: (address, actual, asked) =>
      portFits(actual) && (asked.toLowerCase() === name || sameAddress(address, name)),
    plainHttp: (url) => portFits(Number(url.port || 80)) && hostOf(url) === name,
  };
}

function networkEntry([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], port: number | null): AllowEntry {
  const contains = (address: string) => {
    if (!ipaddr.isValid(address) || metadata.has(address)) return false;
    const parsed = ipaddr.process(address);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  };
  const portFits = (actual: number) => port === null || port === actual;
  return {
    matches: (address, actual) => portFits(actual) && contains(address),
    // A name that resolves into an allowed network may be plain too, as the address is checked again at connect.
    plainHttp: (url) => portFits(Number(url.port || 80)) && (contains(hostOf(url)) || !ipaddr.isValid(hostOf(url))),
  };
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

const sameAddress = (address: string, name: string) =>
  ipaddr.isValid(address) &&
  ipaddr.isValid(name) &&
  ipaddr.process(address).toString() === ipaddr.process(name).toString();
