import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long the vector of a question is waited for. A loaded model takes 25 to 120 ms. The limit of an answer is mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions can search by meaning too. Nobody waits for the
 * answer of a rehearsal: it shows what is usually decided, and a case does not fail because the machine is busy.
 */
const longestWaitMilliseconds = { answer: 1_500, rehearsal: 10_000 };
export type EmbeddingPurpose = keyof typeof longestWaitMilliseconds;

/** Resolves to null when the vectors take too long. The model continues to load for the next question. */
export const withEmbeddingDeadline = <T>(vectors: Promise<T>, purpose: EmbeddingPurpose): Promise<T | null> =>
  Promise.race([vectors, pause(longestWaitMilliseconds[purpose], null, { ref: false })]);
