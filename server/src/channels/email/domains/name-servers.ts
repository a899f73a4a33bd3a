import { Resolver } from 'node:dns/promises';
import type { Config } from '../../../platform/config/config.ts';

const timeoutMilliseconds = 2_000;

/** The configured name servers (`DNS_SERVERS`), else the system's. Queries time out quickly. */
export function nameServers(config: Pick<Config, 'DNS_SERVERS'>): Resolver {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 2 });
  const servers = config.DNS_SERVERS.split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Resolves names for a library that takes a function. */
export function resolverOf(config: Pick<Config, 'DNS_SERVERS'>) {
  const resolver = nameServers(config);
  return (name: string, type: string) => resolver.resolve(name, type) as Promise<string[] | string[][]>;
}
