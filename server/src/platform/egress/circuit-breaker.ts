/** The longest pause that a vendor can demand: one that says "not before tomorrow" is called again earlier. */
const longestOrderedMilliseconds = 60 * 60_000;

/** Times are in milliseconds. The first `tolerated` failures cause no pause. */
export interface BreakerTerms {
  tolerated: number;
  first: number;
  longest: number;
  now?: () => number;
}

export interface Breaker {
  /** Returns the milliseconds until the service may be called again; 0 if it may be called now. */
  openFor(): number;
  /** Whether to call now. After a pause only one call may go ahead, and must report its result before others may follow. */
  mayTry(): boolean;
  succeeded(): void;
  /** Reports that no call was made after all, so that the next one may go ahead. */
  withdrew(): void;
  /** Returns the number of failures in a row. `ordered` is the pause that the service demands. */
  failed(ordered?: number | null): number;
}

/**
 * Pauses calls to a service that fails repeatedly (docs/promises.md P10): after `tolerated` failures it pauses for `first`
 * milliseconds, then twice as long each time, or as long as the service demands.
 */
export function createBreaker({ tolerated, first, longest, now = () => performance.now() }: BreakerTerms): Breaker {
  let failures = 0;
  let until = -Infinity;
  let probing = false;
  const openFor = () => Math.max(0, until - now());
  return {
    openFor,
    mayTry() {
      if (openFor() > 0 || probing) return false;
      probing = failures > tolerated;
      return true;
    },
    succeeded() {
      failures = 0;
      probing = false;
    },
    withdrew() {
      probing = false;
    },
    failed(ordered = null) {
      probing = false;
      // Of several calls in flight together, count only the first failure.
      if (openFor() > 0) return failures;
      failures++;
      if (ordered !== null) until = now() + Math.min(ordered, longestOrderedMilliseconds);
      else if (failures > tolerated) until = now() + Math.min(longest, first * 2 ** (failures - tolerated - 1));
      return failures;
    },
  };
}
