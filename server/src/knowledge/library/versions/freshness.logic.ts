import type { DocumentErrorCode, Freshness } from '@desk/contract/documents';

const yearInMilliseconds = 365 * 86_400_000;

/** The source is gone or access is denied, so the stored text may be out of date. */
export const isLost = (error: DocumentErrorCode | null): boolean =>
  error === 'fetch_not_found' || error === 'fetch_denied' || error === 'source_revoked';

interface Dates {
  expiresAt: Date | null;
  /** The time of the last successful read of the source. */
  ingestedAt: Date | null;
  error: DocumentErrorCode | null;
}

/** A document is stale if its source is lost or was last read more than a year ago. */
export function freshnessAt(now: Date, { expiresAt, ingestedAt, error }: Dates): Freshness {
  if (expiresAt && expiresAt <= now) return 'expired';
  if (isLost(error)) return 'stale';
  return ingestedAt && now.getTime() - ingestedAt.getTime() > yearInMilliseconds ? 'stale' : 'fresh';
}

interface StateDates {
  expires_at: Date | null;
  serves_until: Date | null;
  ingested_at: Date | null;
}

/** The next time (milliseconds) at which the state of a document changes without an edit. */
export function turnAfter(now: Date, { expires_at, serves_until, ingested_at }: StateDates): number {
  let next = Number.POSITIVE_INFINITY;
  if (expires_at && expires_at > now) next = expires_at.getTime();
  if (serves_until && serves_until > now) next = Math.min(next, serves_until.getTime());
  const stale = ingested_at ? ingested_at.getTime() + yearInMilliseconds + 1 : 0;
  return stale > now.getTime() ? Math.min(next, stale) : next;
}
