import { setTimeout as sleep } from 'node:timers/promises';
import type { S3mini } from 's3mini';
import { Response, type RequestInit } from 'undici';
import { errorCode } from '../database/database.ts';
import type { Egress } from '../egress/egress.ts';
import { BlobStoreUnavailable } from './blobs.ts';

type ClientFetch = NonNullable<ConstructorParameters<typeof S3mini>[0]['fetch']>;

/** Enough for the largest upload at 4 Mbit/s. A silent store is given up after ten seconds. */
export const longestTransfer = 60_000;

const pauses = [100, 400];
/** A customer's answer and the lease of an ingestion allow no more time for retries. */
const retryForMilliseconds = 8_000;

/**
 * Sends the client's signed requests through the egress guard, and again after a passing error: all our requests may be repeated.
 * An answer that is neither a success nor "no such object" becomes `BlobStoreUnavailable`.
 */
export function s3Fetch(egress: Egress): ClientFetch {
  const send = async (url: string, init: RequestInit) => {
    const started = Date.now();
    for (let attempt = 0; ; attempt++) {
      const outcome = await exchange(egress, url, init);
      if (outcome instanceof Response) return outcome;
      const pause = pauses[attempt];
      if (!outcome.passing || pause === undefined || Date.now() - started > retryForMilliseconds)
        throw new BlobStoreUnavailable(outcome.code);
      await sleep(pause);
    }
  };
  // The client and undici have different types for the same function.
  return ((url: string, init: RequestInit) => send(url, init)) as unknown as ClientFetch;
}

interface Refused {
  code: string;
  /** Whether a later attempt may succeed. */
  passing: boolean;
}

async function exchange(egress: Egress, url: string, init: RequestInit): Promise<Response | Refused> {
  try {
    const response = await egress.fetch(url, { ...init, timeoutMilliseconds: longestTransfer, maxBytes: Infinity });
    if (response.ok) return response;
    const code = codeIn(await response.text()) ?? `HTTP_${response.status}`;
    // A missing bucket is a configuration error: its files must not count as removed.
    if (response.status === 404 && code !== 'NoSuchBucket') return new Response(null, { status: missing(init) });
    return { code, passing: response.status >= 500 || response.status === 429 };
  } catch (error) {
    const code = causeOf(error);
    return { code, passing: code !== 'egress_blocked' };
  }
}

// Removing a missing object succeeds.
const missing = ({ method }: RequestInit) => (method === 'DELETE' ? 204 : 404);

/** Returns the code of a connection error, or else its name. */
export function causeOf(error: unknown): string {
  const code = errorCode(error instanceof Error && error.cause ? error.cause : error);
  return error instanceof Error && !/[a-z]/i.test(code) ? error.name : code;
}

const codeIn = (body: string): string | null => /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? null;
