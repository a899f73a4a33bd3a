import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { normalizedAddress } from './egress-policy.ts';

/** The addresses on which we listen, and that of our database. No request may ever go there, even if the address is allowed. */
export interface OwnAddresses {
  include(address: string, port: number): Promise<boolean>;
}

export function ownAddresses({ port, databaseUrl }: { port: number; databaseUrl: string }): OwnAddresses {
  const database = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  const databasePort = database ? Number(database.port || 5432) : 0;
  return {
    async include(address, targetPort) {
      const normalized = normalizedAddress(address);
      if (targetPort === port && port !== 0) return normalized !== null && isOurs(normalized);
      if (!database?.hostname || targetPort !== databasePort) return false;
      return (await addressesOf(database.hostname)).includes(normalized ?? '');
    },
  };
}

// Read the interfaces each time: they come and go.
const isOurs = (address: string) =>
  address.startsWith('127.') ||
  ['0.0.0.0', '::'].includes(address) ||
  Object.values(networkInterfaces()).some((each) => each?.some((one) => normalizedAddress(one.address) === address));

async function addressesOf(host: string): Promise<(string | null)[]> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.map(({ address }) => normalizedAddress(address));
}
