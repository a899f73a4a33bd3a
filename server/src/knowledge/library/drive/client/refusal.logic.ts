import { reasonOf } from './payload.logic.ts';

/**
 * `lost`: the grant is no longer accepted. `busy`: too many requests, ask later. `away`: the drive does not work or cannot be
 * reached. `rejected`: the request makes no sense to it.
 */
export type DriveRefusal = 'lost' | 'not_found' | 'denied' | 'too_large' | 'unsupported' | 'busy' | 'away' | 'rejected';

const busy = ['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'sharingRateLimitExceeded'];

/** What an answer of the drive that is no success means; the same status stands for very different things there. */
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

/** Seconds until a file that the drive had no time for is asked for again, twice as long each time; null: enough tried. */
export function postponedFor(times: number, asked: number | null): number | null {
  return times >= mostPostponed ? null : Math.max(2 ** (times + 1), asked ?? 0);
}
