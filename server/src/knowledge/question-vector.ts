import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../platform/desk.ts';
import type { Embedder } from '../platform/embedding/embedder.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { withKnowledge } from './knowledge-index.ts';
import { embedderInUse } from './replace-model.actions.ts';

/**
 * How long an answer waits for the vector of its question: 25 to 120 ms when the model is loaded. Mostly enough to load it
 * (0.6 s on a quiet machine, 1.5 s on a busy one), so that a desk with few questions is not always answered by words alone.
 */
const longestWaitMilliseconds = 1_500;

/** What a question means, by the model whose vectors its organization has. */
export interface Meaning {
  model: string;
  vector: Float32Array;
}

interface Asked {
  query: string;
  language?: string | null | undefined;
}

/**
 * Null when it would say nothing (no passage has vectors, another language than the model's), and when there is no model or
 * it takes too long: the question is answered by its words, and the model goes on loading for the next.
 */
export function questionVector(desk: Desk, scope: OrganizationScope, question: Asked): Promise<Meaning | null> {
  if (!desk.embedder) return Promise.resolve(null);
  return Promise.race([meaningOf(desk, scope, question), pause(longestWaitMilliseconds, null, { ref: false })]);
}

async function meaningOf(desk: Desk, scope: OrganizationScope, question: Asked): Promise<Meaning | null> {
  const embedder = await whoIsAsked(desk, scope, question);
  if (!embedder) return null;
  try {
    const [vector] = await embedder.embed([question.query], 'question');
    return vector ? { model: embedder.model, vector } : null;
  } catch {
    // It is logged where it happens. The model of stored vectors may be gone for good: then another one is asked now.
    const next = embedder.refused ? await whoIsAsked(desk, scope, question) : null;
    return next && next !== embedder ? meaningOf(desk, scope, question) : null;
  }
}

const whoIsAsked = (desk: Desk, scope: OrganizationScope, { language }: Asked): Promise<Embedder | null> =>
  withKnowledge(desk, scope, async ({ index, modelInUse }) => {
    const embedder = embedderInUse(desk, modelInUse);
    return index.hasVectors && embedder?.reads(language ?? index.mainLanguage()) ? embedder : null;
  });
