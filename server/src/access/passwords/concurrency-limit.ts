import { unavailable } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs up to `width` pieces of work at a time. Up to `waiting` more wait in a queue; further ones are refused (503). */
export function createConcurrencyLimit({ width, waiting }: { width: number; waiting: number }): ConcurrencyLimit {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= width) {
      if (queue.length >= waiting)
        throw unavailable(sentence`Too many people are signing in at once. Try again shortly.`, 5);
      // A job that ends hands over its place: `running` stays as it is.
      await new Promise<void>((enter) => queue.push(enter));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
