import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long an answer waits for the vector of its question: 25 to 120 ms when the model is loaded. Mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions is not always answered by words alone.
 */
const longestWaitMilliseconds = 1_500;

/** Null when it takes longer than an answer waits for vectors; the model goes on loading for the next. */
export const withEmbeddingDeadline = <T>(vectors: Promise<T>): Promise<T | null> =>
  Promise.race([vectors, pause(longestWaitMilliseconds, null, { ref: false })]);
