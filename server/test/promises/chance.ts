/** Repeatable randomness: every file prints its seed, and `PROMISES_SEED=<seed>` repeats its choices. */
export interface Chance {
  readonly seed: number;
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform over whole numbers from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** The generator mulberry32: small, and good enough to choose moments. */
export function chance(seed = Number(process.env['PROMISES_SEED'] ?? Math.floor(Math.random() * 2 ** 31))): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    seed,
    next,
    between,
    happens: (probability) => next() < probability,
    pick(choices) {
      const chosen = choices[between(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('Nothing to choose from.');
      return chosen;
    },
  };
}

const long = process.env['PROMISES_LONG'] === '1';
/** True in the short run, `npm test`; `npm run test:long` and CI repeat everything as often as usual. */
export const quick = process.env['TEST_EXTENT'] === 'quick';

/**
 * The number of repetitions: a quarter of the usual in the quick run, many with `PROMISES_LONG=1`, or the value of
 * `variable`.
 */
export function times(variable: string, usual: number, inLongRuns: number): number {
  const inThisRun = quick ? Math.ceil(usual / 4) : usual;
  return Number(process.env[variable] ?? (long ? inLongRuns : inThisRun));
}

export const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite';
