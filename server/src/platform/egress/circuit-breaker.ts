/** A vendor that says "not before tomorrow" is asked again earlier than that. */
const longestOrderedMilliseconds = 60 * 60_000;

/** In milliseconds. The first failures up to `tolerated` change nothing. */
export interface BreakerTerms {
  tolerated: number;
  first: number;
  longest: number;
  now?: () => number;
}

export interface Breaker {
  /** Milliseconds until the other side may be asked again; 0: now. */
  openFor(): number;
  /** Whether to ask now. After a rest only one may, who must report how it went before anybody else does. */
  mayTry(): boolean;
  succeeded(): void;
  /** Nothing was asked after all: the next one may. */
  withdrew(): void;
  /** How many failures there have been in a row. `ordered`: how long the other side wants to be left alone. */
  failed(ordered?: number | null): number;
}

/**
 * What fails again and again is not asked each time (docs/promises.md P10): after `tolerated` failures it is left alone for
 * `first` milliseconds and then twice as long each time, or as long as it orders.
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
      // Of several that were on their way together only the first counts.
      if (openFor() > 0) return failures;
      failures++;
      if (ordered !== null) until = now() + Math.min(ordered, longestOrderedMilliseconds);
      else if (failures > tolerated) until = now() + Math.min(longest, first * 2 ** (failures - tolerated - 1));
      return failures;
    },
  };
}
