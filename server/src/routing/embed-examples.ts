import type { Embedder } from '../platform/embedding/embedder.ts';
import { languageOfMessage } from '../platform/language/message-language.ts';
import type { TextOfClass } from './word-classifier.logic.ts';

/** Vectors of examples by their text, all by one model; kept, so that an edit of the tags costs what is new. */
export interface EmbeddedExamples {
  model: string | null;
  vectors: ReadonlyMap<string, Float32Array>;
}

/**
 * Vectors in the order of the examples, or null when the model does not read their language. Takes minutes where there are
 * thousands; questions go ahead. Rejects when there is no model at the moment: what was made until then is kept.
 */
export async function embedExamples(
  embedder: Embedder,
  kept: EmbeddedExamples,
  examples: readonly TextOfClass[],
): Promise<Float32Array[] | null> {
  const texts = examples.map(({ text }) => text);
  const language = await languageOfMessage(texts.slice(0, enoughToTell).join('\n'));
  if (language !== null && !embedder.reads(language)) return null;
  const known = new Map(kept.model === embedder.model ? kept.vectors : []);
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  try {
    for (let at = 0; at < missing.length; at += embedder.batch) {
      const some = missing.slice(at, at + embedder.batch);
      const made = await embedder.embed(some, 'passages');
      for (const [place, text] of some.entries()) if (made[place]) known.set(text, made[place]);
    }
  } finally {
    // Only these: what people have taken out of their tags is forgotten.
    const wanted = new Set(texts);
    kept.model = embedder.model;
    kept.vectors = new Map([...known].filter(([text]) => wanted.has(text)));
  }
  return texts.flatMap((text) => kept.vectors.get(text) ?? []);
}

const enoughToTell = 20;
