import { indexExamples, similarity, type ClassSimilarities, type ExampleIndex } from './example-similarity.logic.ts';
import { scoreEmbedding, nearestCentroid, type EmbeddingClassifier } from './embedding-classifier.logic.ts';
import { logSum, softmax } from './softmax.logic.ts';
import type { TagExamples } from './tag-examples.logic.ts';
import { probabilityOfAnyTag, type TagFeatures } from './tag-features.logic.ts';
import { scoreWords, trainWords, type WordClassifier } from './word-classifier.logic.ts';

/** A classifier of tags that have examples. Plain data, so that a thread can return it. */
export interface TagClassifier {
  readonly tagIds: readonly string[];
  readonly words: WordClassifier;
  readonly known: ExampleIndex;
  /** Null if it uses words alone. */
  readonly meanings: EmbeddingClassifier | null;
}

/** Trains by words alone, without randomness: the same examples give the same classifier. */
export function trainTags({ tagIds, examples }: TagExamples): TagClassifier {
  return {
    tagIds,
    words: trainWords(examples, tagIds.length),
    known: indexExamples(examples, tagIds.length),
    meanings: null,
  };
}

/**
 * Returns for each tag the probability that the text is about it, rather than about another or none (docs/ranking.md). Without a
 * vector it uses words alone. Probabilities are multiplied by `counts`, except for a repeated example.
 */
export function judge(classifier: TagClassifier, text: string, vector: Float32Array | null, counts = 1): Float64Array {
  const { chances, signs, alike } = scoreTags(classifier, text, vector);
  const any = probabilityOfAnyTag(signs);
  // A text that repeats an example gets its tag, however different the other examples are.
  return chances.map((chance, at) => {
    const nearest = alike.nearest[at] ?? 0;
    return nearest > repeated ? Math.min(1, nearest) : counts * any * chance;
  });
}

/** Above this similarity, a text counts as a repeated example. */
const repeated = 0.95;

export interface TagScores {
  /** The probability of each tag, given that the text is about one of them. */
  chances: Float64Array;
  signs: TagFeatures;
  alike: ClassSimilarities;
}

/** Computes the inputs of `judge`. */
export function scoreTags(classifier: TagClassifier, text: string, vector: Float32Array | null): TagScores {
  const { words, known, meanings, tagIds } = classifier;
  const alike = similarity(known, text);
  const byWords = scoreWords(words, text);
  const byMeaning = meanings && vector && scoreEmbedding(meanings, vector);
  const examples = known.classOf.length / tagIds.length;
  const meant = withMeaning.meaning * examples ** withMeaning.power;
  const sums = byWords.map((sum, at) =>
    byMeaning ? withMeaning.words * sum + meant * (byMeaning[at] ?? 0) : wordsAlone * sum,
  );
  const nothing = Math.log(tagIds.length);
  const signs = {
    nearest: Math.max(...alike.nearest),
    centre: Math.max(...alike.centre),
    energy: logSum(byWords) - nothing,
    energyOfBoth: byMeaning ? logSum(sums) - nothing : null,
    cosine: meanings && vector ? nearestCentroid(meanings, vector) : 0,
    tags: tagIds.length,
    examples,
  };
  return { chances: softmax(sums), signs, alike };
}

/** The weights of the two sums. Sums by meaning become overconfident with more examples, hence the negative power. */
const withMeaning = { words: 0.9, meaning: 1.5, power: -0.25 };
/** Few rounds of training leave the words' sums too small: calibrated probabilities need twice as much. */
const wordsAlone = 2;
