import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch, Headers, type RequestInit, Response } from 'undici';
import { faultOfUrl, isAllowed, mayPass, readAllowList, type AllowList } from './egress-policy.ts';
import { ownAddresses, type OwnAddresses } from './own-addresses.ts';
import { TransformStream } from 'node:stream/web';

/** The only way to send HTTP requests: resolves names itself, refuses private and reserved addresses, checks every hop. */
export interface Egress {
  fetch(url: string, init?: EgressInit): Promise<Response>;
  /** False if the URL alone shows that `fetch` would refuse it. Names are resolved, and checked, at each request. */
  mayAsk(url: URL): boolean;
  close(): Promise<void>;
}

export type EgressInit = RequestInit & {
  /** The time-out of the whole exchange, at most `longestMilliseconds`. */
  timeoutMilliseconds?: number;
  /** How many redirects of a GET are followed, at most 3. Use none for requests that contain a code or a token. */
  redirects?: number;
  /** The largest answer after decompression, at most 25 MiB. */
  maxBytes?: number;
};

/** The address is private, reserved or our own, and the operator has not allowed it. Nothing was sent. */
export class EgressBlocked extends Error {
  readonly code = 'egress_blocked';
}

export interface EgressOptions {
  /** EGRESS_ALLOW. */
  allow?: string;
  /** EGRESS_ALLOW_METADATA. */
  metadata?: boolean;
  /** URLs from the operator's configuration: their exact host and port need no second permission. */
  trusted?: string[];
  own?: OwnAddresses;
  /** The upper limit of `timeoutMilliseconds`; 20 s by default. */
  longestMilliseconds?: number;
  /** How long a host may be silent, for hosts that compute for long; 10 s by default. */
  silenceMilliseconds?: number;
  /** Resolves a name to all its addresses of both families. */
  resolve?(host: string): Promise<LookupAddress[]>;
}

const longest = { timeoutMilliseconds: 20_000, redirects: 3, maxBytes: 25 * 1024 * 1024 };
const usual = { timeoutMilliseconds: 8_000, redirects: 0, maxBytes: 5 * 1024 * 1024 };

/** Refuses private addresses unless they are allowed, checks each redirect, and limits the size of answers. */
export function createEgress(options: EgressOptions = {}): Egress {
  const list = readAllowList(options.allow ?? '', {
    trustedUrls: options.trusted ?? [],
    metadata: options.metadata ?? false,
  });
  const agent = new Agent({
    // Counted before decompression, with an error of its own: `limited` must end the answer first.
    maxResponseSize: 2 * longest.maxBytes,
    headersTimeout: options.silenceMilliseconds ?? 10_000,
    bodyTimeout: options.silenceMilliseconds ?? 10_000,
    connect: guardedConnect(list, options),
  });
  return {
    fetch: (url, { timeoutMilliseconds, redirects, maxBytes, ...init } = {}) => {
      const most = options.longestMilliseconds ?? longest.timeoutMilliseconds;
      const timeout = AbortSignal.timeout(Math.min(timeoutMilliseconds ?? usual.timeoutMilliseconds, most));
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      return follow(list, new URL(url), {
        init: { ...init, signal, redirect: 'manual', dispatcher: agent },
        hops: Math.min(redirects ?? usual.redirects, longest.redirects),
        maxBytes: Math.min(maxBytes ?? usual.maxBytes, longest.maxBytes),
      });
    },
    mayAsk: (url) => mayPass(list, url),
    close: () => agent.close(),
  };
}

interface Hop {
  init: RequestInit;
  hops: number;
  maxBytes: number;
}

async function follow(list: AllowList, url: URL, { init, hops, maxBytes }: Hop): Promise<Response> {
  const fault = faultOfUrl(list, url);
  if (fault) throw new EgressBlocked(fault);
  const response = await undiciFetch(url, init).catch((error: unknown) => {
    throw isPortRefused(error) ? new EgressBlocked(`Requests to port ${url.port} are not allowed.`) : error;
  });
  const next = hops > 0 && isRead(init) ? targetOf(response, url) : null;
  if (!next) return limited(response, maxBytes);
  await response.body?.cancel();
  const headers = next.origin === url.origin ? init.headers : harmless(init.headers);
  return follow(list, next, { init: { ...init, ...(headers ? { headers } : {}) }, hops: hops - 1, maxBytes });
}

// undici refuses ports of other protocols, even listed ones (Fetch Standard, "bad port"). The error has no code.
const isPortRefused = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error && error.cause.message === 'bad port';

const isRead = ({ method = 'GET' }: RequestInit) => method === 'GET' || method === 'HEAD';

function targetOf({ status, headers }: Response, from: URL): URL | null {
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null;
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null;
}

// Another origin must not get our credentials. Tokens occur in headers of many names, so only these few are kept.
function harmless(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(
    [...new Headers(headers)].filter(([name]) => ['accept', 'accept-language', 'user-agent'].includes(name)),
  );
}

// Checks the exact address that the socket will use, so that a name that resolves differently a moment later cannot get past it.
function guardedConnect(list: AllowList, options: EgressOptions): buildConnector.connector {
  const { resolve = everyAddress, own = ownAddresses({ port: 0, databaseUrl: '' }) } = options;
  return (target, done) => {
    const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const plain = target.protocol === 'http:';
    const port = Number(target.port || (plain ? 80 : 443));
    const checked = async (): Promise<LookupAddress[]> => {
      const family = isIP(host);
      const addresses = family ? [{ address: host, family }] : await resolve(host);
      const verdicts = await Promise.all(
        addresses.map(
          async ({ address }) => isAllowed(list, { host, address, port, plain }) && !(await own.include(address, port)),
        ),
      );
      if (verdicts.length > 0 && verdicts.every(Boolean)) return addresses;
      throw new EgressBlocked(`Requests to ${host} are not allowed.`);
    };
    checked().then(
      (addresses) => connectTo(addresses)(target, done),
      (error: Error) => done(error, null),
    );
  };
}

const connectTo = (addresses: LookupAddress[]): buildConnector.connector =>
  buildConnector({
    timeout: 3_000,
    lookup(_name, { all }, found) {
      if (all) return found(null, addresses as never, 0);
      found(null, addresses[0]!.address, addresses[0]!.family);
    },
  });

const everyAddress = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true, verbatim: true });

/** The answer exceeds `maxBytes`. */
class ResponseTooLarge extends Error {
  readonly code = 'too_large';
}

/** Makes the body fail beyond the limit. Bytes are counted after decompression, so a zip bomb costs no more than the limit. */
function limited(response: Response, maxBytes: number): Response {
  const { status, statusText, headers, body } = response;
  if (!body) return response;
  let left = maxBytes;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) return controller.error(new ResponseTooLarge('The answer is too large.'));
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, statusText, headers });
}
