import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { withKnowledge } from './knowledge-index.ts';

/**
 * How long an answer waits for the vector of its question: 25 to 120 ms when the model is loaded. Mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions is not always answered by words alone.
 */
const longestWaitMilliseconds = 1_500;

/**
 * Null when it would say nothing (no passage has vectors, another language than the model's), and when there is no model or
 * it takes too long: the question is answered by its words, and the model goes on loading for the next.
 */
export async function questionVector(
  desk: Desk,
  scope: OrganizationScope,
  { query, language }: { query: string; language?: string | null | undefined },
): Promise<Float32Array | null> {
  const { embedder } = desk;
  if (!embedder) return null;
  const worthIt = await withKnowledge(desk, scope, async ({ index }) => {
    return index.hasVectors && embedder.reads(language ?? index.mainLanguage());
  });
  if (!worthIt) return null;
  // A failure is logged where it happens.
  const made = embedder.embed([query], 'question').then(
    ([vector]) => vector ?? null,
    () => null,
  );
  return Promise.race([made, pause(longestWaitMilliseconds, null, { ref: false })]);
}
