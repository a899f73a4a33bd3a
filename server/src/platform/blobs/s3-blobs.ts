import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import type { Egress } from '../egress/egress.ts';
import { BlobStoreUnavailable, checkedKey, type Blobs } from './blobs.ts';
import { causeOf, s3Fetch } from './s3-fetch.ts';
import { listKeys, pageOfKeys, readInRanges, removeUploads, uploadStream } from './s3-large.ts';

export interface S3Bucket {
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

/** Stores blobs in a bucket, under `endpoint/bucket/key`: every S3-compatible store accepts that form. */
export function s3Blobs(place: S3Bucket, egress: Egress): Blobs {
  let client: Promise<S3mini> | null = null;
  const withClient: WithClient = async (work) => {
    client ??= clientOf(place, egress);
    return work(await client).catch(unwrapped);
  };
  const read = (key: string) => withClient((storage) => storage.getObjectResponse(checkedKey(key)));
  return {
    async put(key, bytes) {
      await withClient((storage) => storage.putObject(checkedKey(key), bytes));
    },
    async get(key) {
      const response = await read(key);
      return response && Buffer.from(await response.arrayBuffer().catch(brokenOff));
    },
    async stream(key) {
      const response = await read(key);
      return response?.body ? Readable.fromWeb(response.body as ReadableStream) : null;
    },
    async remove(key) {
      await withClient((storage) => storage.deleteObject(checkedKey(key)));
    },
    ...largeAndMany(withClient),
    // A bucket has no half objects. Parts of uploads belong to exports, which remove them when they begin anew.
    removeRemains: () => Promise.resolve(),
    close: () => egress.close(),
  };
}

type WithClient = <T>(work: (storage: S3mini) => Promise<T>) => Promise<T>;

function largeAndMany(withClient: WithClient): Pick<Blobs, 'putStream' | 'streamLarge' | 'list' | 'removeAll'> {
  const keysBelow = (prefix: string) =>
    listKeys((token) => withClient((storage) => pageOfKeys(storage, prefix, token)));
  return {
    putStream: (key, source) => withClient((storage) => uploadStream(storage, checkedKey(key), source)),
    async streamLarge(key, bytes) {
      if (!(await withClient((storage) => storage.objectExists(checkedKey(key))))) return null;
      return readInRanges((from, to) => withClient((storage) => storage.getObjectRaw(key, false, from, to)), bytes);
    },
    list: (prefix) => keysBelow(checkedKey(prefix)),
    async removeAll(prefix, ends) {
      for await (const key of keysBelow(checkedKey(prefix))) {
        if (ends?.aborted) return false;
        await withClient((storage) => storage.deleteObject(key));
      }
      await withClient((storage) => removeUploads(storage, prefix)).catch(unlessUnknown);
      return true;
    },
  };
}

// A store that cannot list its uploads forgets them by its own rules.
function unlessUnknown(error: unknown): void {
  if (!(error instanceof BlobStoreUnavailable && error.code === 'NotImplemented')) throw error;
}

// The client wraps some of our errors in its own.
function unwrapped(error: unknown): never {
  throw error instanceof Error && error.cause instanceof BlobStoreUnavailable ? error.cause : error;
}

function brokenOff(error: unknown): never {
  throw new BlobStoreUnavailable(causeOf(error));
}

async function clientOf(place: S3Bucket, egress: Egress): Promise<S3mini> {
  const { S3mini: Client } = await import('s3mini');
  return new Client({
    endpoint: `${place.S3_ENDPOINT.replace(/(?<!\/)\/+$/, '')}/${place.S3_BUCKET}`,
    region: place.S3_REGION,
    accessKeyId: place.S3_ACCESS_KEY_ID,
    secretAccessKey: place.S3_SECRET_ACCESS_KEY,
    fetch: s3Fetch(egress),
  });
}
