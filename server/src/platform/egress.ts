import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch, type RequestInit, type Response } from 'undici';
import { isAllowed, readAllowList, type AllowList } from './egress-policy.ts';

/** The only way out for HTTP: resolves the name itself, refuses private and reserved addresses, never follows redirects. */
export interface Egress {
  fetch(url: string, init?: EgressInit): Promise<Response>;
  close(): Promise<void>;
}

export type EgressInit = RequestInit & { timeoutMs?: number };

/** The address is private or reserved and the operator has not allowed it; nothing was sent. */
export class EgressBlocked extends Error {
  readonly code = 'egress_blocked';
}

export const maxResponseBytes = 5 * 1024 * 1024;

/**
 * `allow` is EGRESS_ALLOW. `trusted` are URLs that the operator named in the configuration: their exact host and port
 * need no second permission. Anything that an organization can choose goes through the address check.
 */
export function createEgress(allow: string, trusted: string[] = []): Egress {
  const list = readAllowList(allow, trusted);
  const agent = new Agent({
    maxResponseSize: maxResponseBytes,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connect: guardedConnect(list),
  });
  return {
    fetch(url, { timeoutMs = 8_000, ...init } = {}) {
      const target = new URL(url);
      if (target.protocol !== 'https:' && !list.some((entry) => entry.plainHttp(target))) {
        return Promise.reject(new EgressBlocked('Only https is allowed to this host.'));
      }
      if (target.username || target.password)
        return Promise.reject(new EgressBlocked('A URL must not carry credentials.'));
      return undiciFetch(target, {
        ...init,
        redirect: 'manual',
        dispatcher: agent,
        signal: init.signal ?? AbortSignal.timeout(timeoutMs),
      });
    },
    close: () => agent.close(),
  };
}

// Checks the very address that the socket will use: a name that resolves differently a moment later gains nothing.
function guardedConnect(list: AllowList): buildConnector.connector {
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const refuse = () => done(new EgressBlocked(`Requests to ${host} are not allowed.`), null);
    if (isIP(host) && !isAllowed(list, host, port, host)) return refuse();
    const connect = buildConnector({
      timeout: 3_000,
      lookup(name, lookupOptions, found) {
        lookup(name, { ...lookupOptions, all: true }, (error, addresses) => {
          if (error) return found(error, '', 0);
          const blocked =
            addresses.length === 0 || addresses.some((each) => !isAllowed(list, each.address, port, name));
          if (blocked) return found(new EgressBlocked(`Requests to ${host} are not allowed.`), '', 0);
          if ((lookupOptions as { all?: boolean }).all) return found(null, addresses as never, 0);
          found(null, addresses[0]!.address, addresses[0]!.family);
        });
      },
    });
    connect(options, done);
  };
}
