/** Leaves an endpoint alone that fails again and again, and then tries it with one request before all others. */
export interface Rest {
  /** Whether a request may be made now. One that may has to report how it went. */
  mayTry(): boolean;
  succeeded(): void;
  failed(): void;
}

const firstMilliseconds = 30_000;
const longestMilliseconds = 10 * 60_000;
const toleratedFailures = 5;

/** Opens after five failures in a row, for 30 s and twice as long each time, at most ten minutes (reliability.md P10). */
export function createRest(now: () => number = () => performance.now()): Rest {
  let failures = 0;
  let until = 0;
  let probing = false;
  const resting = () => failures >= toleratedFailures;
  return {
    mayTry() {
      if (!resting()) return true;
      if (probing || now() < until) return false;
      probing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      probing = false;
    },
    failed() {
      failures++;
      probing = false;
      if (resting())
        until = now() + Math.min(longestMilliseconds, firstMilliseconds * 2 ** (failures - toleratedFailures));
    },
  };
}
