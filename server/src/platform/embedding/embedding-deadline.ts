import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long the vector of a question is waited for. A loaded model takes 25 to 120 ms, and loading it 0.6 s on a quiet machine and 1.5 s
 * on a busy one. The limit of an answer is twice that: a customer would rather wait than get an answer that was found by words alone.
 * Nobody waits for the answer of a rehearsal: it shows what is usually decided, and a case does not fail because the machine is busy.
 */
const longestWaitMilliseconds = { answer: 3_000, rehearsal: 10_000 };
export type EmbeddingPurpose = keyof typeof longestWaitMilliseconds;

/** Resolves to null when the vectors take too long. The model continues to load for the next question. */
export const withEmbeddingDeadline = <T>(vectors: Promise<T>, purpose: EmbeddingPurpose): Promise<T | null> =>
  Promise.race([vectors, pause(longestWaitMilliseconds[purpose], null, { ref: false })]);
