import type { Embedder } from './embedder.ts';
import { withEmbeddingDeadline, type EmbeddingPurpose } from './embedding-deadline.ts';

/** Returns the vectors by text, or null when the model is unavailable or takes too long. The model logs its failures. */
export function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
): Promise<ReadonlyMap<string, Float32Array> | null> {
  const made = embedder.embed(texts, 'question').then(
    (vectors) => new Map(texts.flatMap((text, at) => (vectors[at] ? [[text, vectors[at]] as const] : []))),
    () => null,
  );
  return withEmbeddingDeadline(made, purpose);
}
