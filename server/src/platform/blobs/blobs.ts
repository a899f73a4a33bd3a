import type { Readable } from 'node:stream';

/** The kinds of files: the first part of every key. The second part is the organization. */
export const blobKinds = ['attachments', 'exports', 'knowledge', 'mails'] as const;

/**
 * Stores bytes that are too large for rows: uploaded sources, large mails. Keys are ours (knowledge/organization/id), never a file name
 * of a user.
 * Every member throws `BlobStoreUnavailable` while the store does not answer or refuses us; every call can be retried safely.
 */
export interface Blobs {
  /** Returns when the bytes would survive a power failure: a mail is acknowledged then. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null when the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** The same as a stream. */
  stream(key: string): Promise<Readable | null>;
  /** Stores a file that does not fit into memory, and returns its bytes. While it fails, the key does not exist. */
  putStream(key: string, source: Readable): Promise<number>;
  /** As `stream`, for a file of this many bytes whose reader may take hours. */
  streamLarge(key: string, bytes: number): Promise<Readable | null>;
  /** Succeeds also when the key does not exist. */
  remove(key: string): Promise<void>;
  /** The keys below `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /**
   * Removes everything below `prefix`, including the remains of interrupted writes. Returns false if something may be left because
   * `ends` was aborted.
   */
  removeAll(prefix: string, ends?: AbortSignal): Promise<boolean>;
  /** Removes what processes that were killed while they wrote have left, unless something was written to it after `before`. */
  removeRemains(before: Date): Promise<void>;
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
  if (!isKey(key)) throw new Error('A blob key holds letters, digits, dashes and slashes.');
  return key;
}

export const isKey = (text: string): boolean => /^[0-9a-z-]+(?:\/[0-9a-z-]+)*$/i.test(text);
