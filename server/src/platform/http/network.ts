import ipaddr from 'ipaddr.js';

/** Returns the network that is counted as one caller: a household or a data centre can use a whole /64 of IPv6 addresses. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}

export const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Returns the value of TRUSTED_PROXIES in Fastify's form. Throws for an entry that is neither an address nor a network. */
export function trustedProxies(text: string): string[] | false {
  const written = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = written.find((part) => !namedRanges.has(part) && !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part));
  if (wrong) throw new Error(`TRUSTED_PROXIES: "${wrong}" is neither an address nor a network.`);
  return written.length > 0 ? written : false;
}
