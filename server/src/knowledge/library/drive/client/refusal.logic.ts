import { reasonOf } from './payload.logic.ts';

/**
 * `lost`: the grant is no longer accepted. `busy`: too many requests, retry later. `away`: the drive is broken or
 * unreachable. `rejected`: the drive considers the request invalid.
 */
export type DriveRefusal = 'lost' | 'not_found' | 'denied' | 'too_large' | 'unsupported' | 'busy' | 'away' | 'rejected';

const busy = ['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'sharingRateLimitExceeded'];

/** Classifies an unsuccessful answer of the drive, whose status alone is ambiguous. */
export function refusalOf(status: number, body: unknown): DriveRefusal {
  const reason = reasonOf(body);
  if (status === 401) return 'lost';
  if (status === 404) return 'not_found';
  if (status === 429 || (status === 403 && busy.includes(reason))) return 'busy';
  if (reason === 'exportSizeLimitExceeded') return 'too_large';
  if (status === 403 && reason === 'fileNotExportable') return 'unsupported';
  if (status === 403) return 'denied';
  return status >= 500 || status === 408 ? 'away' : 'rejected';
}

const mostPostponed = 11;

/** Returns the seconds before the next retry, doubled each time; null after too many retries. */
export function postponedFor(times: number, requested: number | null): number | null {
  return times >= mostPostponed ? null : Math.max(2 ** (times + 1), requested ?? 0);
}
