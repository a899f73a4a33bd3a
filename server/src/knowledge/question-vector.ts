import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../platform/desk.ts';
import type { Embedder } from '../platform/embedding/embedder.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { withKnowledge } from './knowledge-index.ts';
import type { Meaning } from './nearness.store.ts';
import { embedderInUse } from './replace-model.actions.ts';

/**
 * How long an answer waits for the vector of its question: 25 to 120 ms when the model is loaded. Mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions is not always answered by words alone.
 */
const longestWaitMilliseconds = 1_500;

interface AskedQuestion {
  query: string;
  language?: string | null | undefined;
}

/**
 * Null when it would say nothing (no passage has vectors, another language than the model's), and when there is no model or
 * it takes too long: the question is answered by its words, and the model goes on loading for the next.
 */
export async function questionVector(
  desk: Desk,
  scope: OrganizationScope,
  question: AskedQuestion,
): Promise<Meaning | null> {
  const embedder = desk.embedder && (await whoIsAsked(desk, scope, question));
  if (!embedder) return null;
  const made = meaningBy(embedder, question).then(async (meaning) => {
    if (meaning || !embedder.refused) return meaning;
    // The model of the stored vectors is gone for good: from now on the configured one is asked.
    const next = await whoIsAsked(desk, scope, question);
    return next && next !== embedder ? meaningBy(next, question) : null;
  });
  return Promise.race([made, pause(longestWaitMilliseconds, null, { ref: false })]);
}

const whoIsAsked = (desk: Desk, scope: OrganizationScope, { language }: AskedQuestion): Promise<Embedder | null> =>
  withKnowledge(desk, scope, async ({ index, hasVectors, modelInUse }) => {
    const embedder = embedderInUse(desk, modelInUse);
    return hasVectors && embedder?.reads(language ?? index.mainLanguage()) ? embedder : null;
  });

// A failure is logged where it happens.
const meaningBy = (embedder: Embedder, { query }: AskedQuestion): Promise<Meaning | null> =>
  embedder.embed([query], 'question').then(
    ([vector]) => (vector ? { model: embedder.model, vector } : null),
    () => null,
  );
