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
  /**
   * The embedding by the configured model, if there is one already; null: the model returned nothing and is not called
   * again.
   */
  embedding?: QuestionVector | null | undefined;
  /** Set in a rehearsal, which waits longer. */
  at?: Date | undefined;
  atRevision?: number | undefined;
}

/**
 * Returns null if a vector would be useless (no passage has vectors, or the question is in a language that the model does
 * not read), if there is no model, or if embedding takes too long. The question is then answered by its words, and a model
 * that is still loading continues for the next one.
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
    // The model of the stored vectors is gone for good: use the configured one from now on.
    const next = await embedderFor(desk, scope, question);
    return next && next !== embedder ? embedQuestion(next, question) : null;
  });
  return withEmbeddingDeadline(made, question.at ? 'rehearsal' : 'answer');
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

// The embedder logs its own failures.
const embedQuestion = (embedder: Embedder, { query }: QuestionToEmbed): Promise<QuestionVector | null> =>
  embedder.embed([questionInMessage(query)], 'question').then(
    ([vector]) => (vector ? { model: embedder.model, vector } : null),
    () => null,
  );
