const longestMilliseconds = 5 * 60_000;
/** Whoever says "not before tomorrow" is asked again earlier than that. */
const longestOrderedMilliseconds = 60 * 60_000;

export interface Rest {
  /** Milliseconds until the model may be asked again; 0: now. */
  left(): number;
  recovered(): void;
  /** How many failures there have been in a row. */
  failed(ordered?: number | null): number;
}

/**
 * A model that fails again and again is not asked for every text that comes: after `tolerated` failures it rests, `first`
 * milliseconds and then twice as long each time, or as long as it was ordered.
 */
export function createRest({ first, tolerated }: { first: number; tolerated: number }): Rest {
  let failures = 0;
  let until = 0;
  const left = () => Math.max(0, until - performance.now());
  return {
    left,
    recovered: () => void (failures = 0),
    failed(ordered = null): number {
      // Of several that were on their way together only the first counts.
      if (left() > 0) return failures;
      failures++;
      if (ordered !== null) until = performance.now() + Math.min(ordered, longestOrderedMilliseconds);
      else if (failures > tolerated)
        until = performance.now() + Math.min(longestMilliseconds, first * 2 ** (failures - tolerated - 1));
      return failures;
    },
  };
}
