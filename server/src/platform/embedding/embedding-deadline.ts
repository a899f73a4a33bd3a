import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long an answer waits for the vector of its question. A loaded model takes 25 to 120 ms. The limit is mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions can search by meaning too.
 */
const longestWaitMilliseconds = 1_500;

/** Resolves to null when the vectors take longer than an answer may wait. The model continues to load for the next question. */
export const withEmbeddingDeadline = <T>(vectors: Promise<T>): Promise<T | null> =>
  Promise.race([vectors, pause(longestWaitMilliseconds, null, { ref: false })]);
