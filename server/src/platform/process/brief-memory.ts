/** What was read a moment ago, for what nearly every message asks for. */
export interface BriefMemory<T> {
  /** The value of the key: remembered, or loaded by the first of those who ask at the same time. */
  read(key: string, load: () => Promise<T>): Promise<T>;
  /** For the moment after a change has committed here. Other processes see it once their memory has run out. */
  forget(key: string): void;
}

/** Remembers each value for a time, and only a limited number of values. A load that fails is not remembered. */
export function briefMemory<T>({ milliseconds, most }: { milliseconds: number; most: number }): BriefMemory<T> {
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
