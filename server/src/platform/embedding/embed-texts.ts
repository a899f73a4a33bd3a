import type { Embedder } from './embedder.ts';
import { withEmbeddingDeadline } from './embedding-deadline.ts';

/** What texts mean, by the text. Null when there is no model at the moment or it takes too long; a failure is logged there. */
export function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Float32Array> | null> {
  const made = embedder.embed(texts, 'question').then(
    (vectors) => new Map(texts.flatMap((text, at) => (vectors[at] ? [[text, vectors[at]] as const] : []))),
    () => null,
  );
  return withEmbeddingDeadline(made);
}
