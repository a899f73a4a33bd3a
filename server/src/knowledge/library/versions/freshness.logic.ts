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

interface Turning {
  expires_at: Date | null;
  serves_until: Date | null;
  ingested_at: Date | null;
}

/** The next moment (milliseconds) when the state of a document changes without an edit. */
export function turnAfter(now: Date, { expires_at, serves_until, ingested_at }: Turning): number {
  let next = Number.POSITIVE_INFINITY;
  if (expires_at && expires_at > now) next = expires_at.getTime();
  if (serves_until && serves_until > now) next = Math.min(next, serves_until.getTime());
  const stale = ingested_at ? ingested_at.getTime() + yearInMilliseconds + 1 : 0;
  return stale > now.getTime() ? Math.min(next, stale) : next;
}
