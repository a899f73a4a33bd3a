/** A cache with a short lifetime, for values that nearly every message needs. */
export interface ShortLivedCache<T> {
  /** Returns the cached value of the key, or loads it. Concurrent readers share one load. */
  read(key: string, load: () => Promise<T>): Promise<T>;
  /** Call it after a change has committed in this process. Other processes see the change when their entry expires. */
  forget(key: string): void;
}

/** Caches each value for a time, and at most `most` values. A failed load is not cached. */
export function shortLivedCache<T>({ milliseconds, most }: { milliseconds: number; most: number }): ShortLivedCache<T> {
  const known = new Map<string, { value: Promise<T>; until: number }>();
  return {
    read(key, load) {
      const found = known.get(key);
      if (found && found.until > performance.now()) return found.value;
      known.delete(key);
      if (known.size >= most) known.delete(known.keys().next().value ?? '');
      const value = load();
      const entry = { value, until: performance.now() + milliseconds };
      known.set(key, entry);
      value.catch(() => {
        if (known.get(key) === entry) known.delete(key);
      });
      return value;
    },
    forget: (key) => void known.delete(key),
  };
}
