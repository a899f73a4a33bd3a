import type { Readable } from 'node:stream';

/**
 * Bytes too large for rows: uploaded sources. Keys are ours (knowledge/organization/id), never a user's file name. Every
 * member throws `BlobsAway` while the store does not answer or refuses us; nothing is lost by trying again.
 */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>;
  /** The same as a stream, for passing them on. */
  stream(key: string): Promise<Readable | null>;
  /** Also when there is nothing. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, is full, or does not let us in. `code` is the system's or the storage's word for it. */
export class BlobStoreUnavailable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Stored files cannot be reached (${code}).`);
    this.name = 'BlobsAway';
    this.code = code;
  }
}

/** Neither a dot nor an empty part: no key leads out of the folder or the bucket, and none is another's in disguise. */
export function checkedKey(key: string): string {
  if (!/^[0-9a-z-]+(?:\/[0-9a-z-]+)*$/i.test(key))
    throw new Error('A blob key holds letters, digits, dashes and slashes.');
  return key;
}
