import type { Freshness } from '@desk/contract/documents';

const yearInMilliseconds = 365 * 86_400_000;

interface Dates {
  expiresAt: Date | null;
  /** When its source was last read with success. */
  ingestedAt: Date | null;
}

/** A year after the last reading nobody can say whether a document still holds. */
export function freshnessAt(now: Date, { expiresAt, ingestedAt }: Dates): Freshness {
  if (expiresAt && expiresAt <= now) return 'expired';
  return ingestedAt && now.getTime() - ingestedAt.getTime() > yearInMilliseconds ? 'stale' : 'fresh';
}
