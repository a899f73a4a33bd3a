import type { Readable } from 'node:stream';

/**
 * Stores bytes that are too large for rows: uploaded sources. Keys are ours (knowledge/organization/id), never a user's file name.
 * Every member throws `BlobStoreUnavailable` while the store does not answer or refuses us; every call can be retried safely.
 */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null when the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** The same as a stream. */
  stream(key: string): Promise<Readable | null>;
  /** Succeeds also when the key does not exist. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, is full, or refuses us. `code` is the error code of the system or of the storage. */
export class BlobStoreUnavailable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Stored files cannot be reached (${code}).`);
    this.name = 'BlobStoreUnavailable';
    this.code = code;
  }
}

/** Refuses dots and empty parts: no key leads out of the folder or the bucket, and no two keys name the same file. */
export function checkedKey(key: string): string {
  if (!/^[0-9a-z-]+(?:\/[0-9a-z-]+)*$/i.test(key))
    throw new Error('A blob key holds letters, digits, dashes and slashes.');
  return key;
}
