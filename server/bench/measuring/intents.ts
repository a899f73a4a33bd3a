import { trainEmbeddingClassifier } from '../../src/routing/tags/classifier/embedding-classifier.logic.ts';
import { trainTags, type TagClassifier } from '../../src/routing/tags/classifier/tag-classifier.logic.ts';
import { examplesOf } from '../../src/routing/tags/classifier/tag-examples.logic.ts';
import type { PolicyTag } from '../../src/routing/policy/policy.logic.ts';
import { seeded } from './measures.ts';

/** One line of a set of intents. */
export interface Labelled {
  text: string;
  intent: string;
}

export const intentsOf = (messages: readonly Labelled[]) => [...new Set(messages.map(({ intent }) => intent))].sort();

/** Draws a few messages of each intent, the same ones in every run. */
export const fewOf = (messages: readonly Labelled[], examples: number, seed = 5): Labelled[] =>
  [...Map.groupBy(messages, ({ intent }) => intent).values()].flatMap((some) =>
    shuffled(some, seed).slice(0, examples),
  );

/** A tag for each intent. */
export const tagsOf = (messages: readonly Labelled[], minSimilarity: number): PolicyTag[] =>
  [...Map.groupBy(messages, ({ intent }) => intent)].map(([intent, some]) => ({
    id: intent,
    name: intent,
    detect: { keywords: [], examples: some.map(({ text }) => text), minSimilarity },
    defaultDestinationId: null,
  }));

/** Learns by words alone if `vectorOf` is absent. */
export function learnTags(tags: readonly PolicyTag[], vectorOf?: (text: string) => Float32Array): TagClassifier {
  const known = examplesOf(tags);
  const meant = vectorOf && known.meant.map(({ text, of }) => ({ vector: vectorOf(text), of }));
  return { ...trainTags(known), meanings: meant ? trainEmbeddingClassifier(meant, known.tagIds.length) : null };
}

export function shuffled<Item>(items: readonly Item[], seed = 5): Item[] {
  const random = seeded(seed);
  const drawn = items.map((item) => ({ item, order: random() }));
  return drawn.sort((left, right) => left.order - right.order).map(({ item }) => item);
}
