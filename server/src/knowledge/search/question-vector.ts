import type { Desk } from '../../platform/desk.ts';
import type { Embedder } from '../../platform/embedding/embedder.ts';
import { withEmbeddingDeadline } from '../../platform/embedding/embedding-deadline.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { withKnowledge, type LiveKnowledge } from './loading/live-knowledge.ts';
import { questionInMessage } from './question/question-in-message.logic.ts';
import type { QuestionVector } from './embeddings/vector-distance.store.ts';
import { embedderInUse } from './embeddings/replace-model.actions.ts';

interface QuestionToEmbed {
  query: string;
  language?: string | null | undefined;
  /** What the configured model has made of it already; null: the model returned nothing, and is not asked again. */
  embedding?: QuestionVector | null | undefined;
  atRevision?: number | undefined;
}

/**
 * Null when it would say nothing (no passage has vectors, another language than the model's), and when there is no model or
 * it takes too long: the question is answered by its words, and the model goes on loading for the next.
 */
export async function questionVector(
  desk: Desk,
  scope: OrganizationScope,
  question: QuestionToEmbed,
): Promise<QuestionVector | null> {
  const embedder = desk.embedder && (await embedderFor(desk, scope, question));
  if (!embedder) return null;
  if (question.embedding !== undefined && embedder === desk.embedder) return question.embedding;
  const made = embedQuestion(embedder, question).then(async (embedding) => {
    if (embedding || !embedder.refused) return embedding;
    // The model of the stored vectors is gone for good: from now on the configured one is asked.
    const next = await embedderFor(desk, scope, question);
    return next && next !== embedder ? embedQuestion(next, question) : null;
  });
  return withEmbeddingDeadline(made);
}

function embedderFor(
  desk: Desk,
  scope: OrganizationScope,
  { language, atRevision }: QuestionToEmbed,
): Promise<Embedder | null> {
  const choose = async ({ index, hasVectors, modelInUse }: LiveKnowledge) => {
    const embedder = embedderInUse(desk, modelInUse);
    return hasVectors && embedder?.reads(language ?? index.mainLanguage()) ? embedder : null;
  };
  return withKnowledge(desk, scope, choose, atRevision);
}

// A failure is logged where it happens.
const embedQuestion = (embedder: Embedder, { query }: QuestionToEmbed): Promise<QuestionVector | null> =>
  embedder.embed([questionInMessage(query)], 'question').then(
    ([vector]) => (vector ? { model: embedder.model, vector } : null),
    () => null,
  );
