import type { DocumentErrorCode, Freshness } from '@desk/contract/documents';

const yearInMilliseconds = 365 * 86_400_000;

/** The source is gone or closed to us: nobody can say whether the text that we have still holds. */
export const isLost = (error: DocumentErrorCode | null): boolean =>
  error === 'fetch_not_found' || error === 'fetch_denied' || error === 'source_revoked';

interface Dates {
  expiresAt: Date | null;
  /** When its source was last read with success. */
  ingestedAt: Date | null;
  error: DocumentErrorCode | null;
}

/** A year after the last reading nobody can say whether a document still holds. */
export function freshnessAt(now: Date, { expiresAt, ingestedAt, error }: Dates): Freshness {
  if (expiresAt && expiresAt <= now) return 'expired';
  if (isLost(error)) return 'stale';
  return ingestedAt && now.getTime() - ingestedAt.getTime() > yearInMilliseconds ? 'stale' : 'fresh';
}
