import { setTimeout as sleep } from 'node:timers/promises';
import type { S3mini } from 's3mini';
import { Response, type RequestInit } from 'undici';
import { errorCode } from '../database/database.ts';
import type { Egress } from '../egress/egress.ts';
import { BlobStoreUnavailable } from './blobs.ts';

type ClientFetch = NonNullable<ConstructorParameters<typeof S3mini>[0]['fetch']>;

/** The largest upload at 4 Mbit/s; a store that falls silent is given up after ten seconds. */
export const longestTransfer = 60_000;

const pauses = [100, 400];
/** A customer waiting for an answer, and the lease of an ingestion, have no more patience with a store that hangs. */
const retryFor = 8_000;

/**
 * What the client signs, sent through the guarded way out and sent again when the store stumbles: every request of ours may be
 * repeated. An answer that is neither a success nor "there is no such object" is `BlobsAway`.
 */
export function s3Fetch(egress: Egress): ClientFetch {
  const send = async (url: string, init: RequestInit) => {
    const started = Date.now();
    for (let attempt = 0; ; attempt++) {
      const outcome = await exchange(egress, url, init);
      if (outcome instanceof Response) return outcome;
      const pause = pauses[attempt];
      if (!outcome.passing || pause === undefined || Date.now() - started > retryFor)
        throw new BlobStoreUnavailable(outcome.code);
      await sleep(pause);
    }
  };
  // The client and undici have types of their own for one and the same thing.
  return ((url: string, init: RequestInit) => send(url, init)) as unknown as ClientFetch;
}

interface Refused {
  code: string;
  /** Another moment may see it succeed. */
  passing: boolean;
}

async function exchange(egress: Egress, url: string, init: RequestInit): Promise<Response | Refused> {
  try {
    const response = await egress.fetch(url, { ...init, timeoutMs: longestTransfer, maxBytes: Infinity });
    if (response.ok) return response;
    const code = codeIn(await response.text()) ?? `HTTP_${response.status}`;
    // A missing bucket is a mistake in the configuration: its files must not count as removed.
    if (response.status === 404 && code !== 'NoSuchBucket') return new Response(null, { status: missing(init) });
    return { code, passing: response.status >= 500 || response.status === 429 };
  } catch (error) {
    const code = causeOf(error);
    return { code, passing: code !== 'egress_blocked' };
  }
}

// Nothing to remove is as good as removed.
const missing = ({ method }: RequestInit) => (method === 'DELETE' ? 204 : 404);

/** What broke a connection, in one word. */
export function causeOf(error: unknown): string {
  const code = errorCode(error instanceof Error && error.cause ? error.cause : error);
  return error instanceof Error && !/[a-z]/i.test(code) ? error.name : code;
}

const codeIn = (body: string): string | null => /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? null;
