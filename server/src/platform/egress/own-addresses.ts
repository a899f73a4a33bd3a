import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { normalizedAddress } from './egress-policy.ts';

/** Where we listen ourselves and where our database is: no request of ours may ever go there, even if the address is allowed. */
export interface OwnAddresses {
  include(address: string, port: number): Promise<boolean>;
}

export function ownAddresses({ port, databaseUrl }: { port: number; databaseUrl: string }): OwnAddresses {
  const database = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  const databasePort = database ? Number(database.port || 5432) : 0;
  return {
    async include(address, asked) {
      const known = normalizedAddress(address);
      if (asked === port && port !== 0) return known !== null && isOurs(known);
      if (!database?.hostname || asked !== databasePort) return false;
      return (await addressesOf(database.hostname)).includes(known ?? '');
    },
  };
}

// Asked anew each time: interfaces come and go.
const isOurs = (address: string) =>
  address.startsWith('127.') ||
  ['0.0.0.0', '::'].includes(address) ||
  Object.values(networkInterfaces()).some((each) => each?.some((one) => normalizedAddress(one.address) === address));

async function addressesOf(host: string): Promise<(string | null)[]> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.map(({ address }) => normalizedAddress(address));
}
