/** Records what a vendor received, and lets a test wait for it without sleeping. */
export type RecordOf<T> = {
  readonly all: readonly T[];
  add(entry: T): void;
  clear(): void;
  /** Resolves with the entries once `enough` accepts them; rejects after `timeoutMilliseconds` (10 s) with the entries so far. */
  until(enough: (all: readonly T[]) => boolean, timeoutMilliseconds?: number): Promise<readonly T[]>;
};

type Waiting<T> = { enough: (all: readonly T[]) => boolean; done: () => void };

export function recordOf<T>(): RecordOf<T> {
  const all: T[] = [];
  const waiting = new Set<Waiting<T>>();
  return {
    all,
    add(entry) {
      all.push(entry);
      for (const one of waiting) if (one.enough(all)) one.done();
    },
    clear() {
      all.length = 0;
    },
    until(enough, timeoutMilliseconds = 10_000) {
      if (enough(all)) return Promise.resolve(all);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(entry);
          reject(new Error(`still waiting after ${timeoutMilliseconds} ms; seen so far: ${all.length}`));
        }, timeoutMilliseconds);
        const entry: Waiting<T> = {
          enough,
          done: () => {
            clearTimeout(late);
            waiting.delete(entry);
            resolve(all);
          },
        };
        waiting.add(entry);
      });
    },
  };
}
