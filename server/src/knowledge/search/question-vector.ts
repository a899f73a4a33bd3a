import type { Desk } from '../../platform/desk.ts';
import type { Embedder } from '../../platform/embedding/embedder.ts';
import { withEmbeddingDeadline } from '../../platform/embedding/embedding-deadline.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { withKnowledge } from './loading/live-knowledge.ts';
import { askedIn } from './question/question-in-message.logic.ts';
import type { QuestionVector } from './embeddings/vector-distance.store.ts';
import { embedderInUse } from './embeddings/replace-model.actions.ts';

interface AskedQuestion {
  query: string;
  language?: string | null | undefined;
  /** What the configured model has made of it already; null: it was asked in vain, and is not asked again. */
  meaning?: QuestionVector | null | undefined;
}

/**
 * Null when it would say nothing (no passage has vectors, another language than the model's), and when there is no model or
 * it takes too long: the question is answered by its words, and the model goes on loading for the next.
 */
export async function questionVector(
  desk: Desk,
  scope: OrganizationScope,
  question: AskedQuestion,
): Promise<QuestionVector | null> {
  const embedder = desk.embedder && (await whoIsAsked(desk, scope, question));
  if (!embedder) return null;
  if (question.meaning !== undefined && embedder === desk.embedder) return question.meaning;
  const made = meaningBy(embedder, question).then(async (meaning) => {
    if (meaning || !embedder.refused) return meaning;
    // The model of the stored vectors is gone for good: from now on the configured one is asked.
    const next = await whoIsAsked(desk, scope, question);
    return next && next !== embedder ? meaningBy(next, question) : null;
  });
  return withEmbeddingDeadline(made);
}

const whoIsAsked = (desk: Desk, scope: OrganizationScope, { language }: AskedQuestion): Promise<Embedder | null> =>
  withKnowledge(desk, scope, async ({ index, hasVectors, modelInUse }) => {
    const embedder = embedderInUse(desk, modelInUse);
    return hasVectors && embedder?.reads(language ?? index.mainLanguage()) ? embedder : null;
  });

// A failure is logged where it happens.
const meaningBy = (embedder: Embedder, { query }: AskedQuestion): Promise<QuestionVector | null> =>
  embedder.embed([askedIn(query)], 'question').then(
    ([vector]) => (vector ? { model: embedder.model, vector } : null),
    () => null,
  );
