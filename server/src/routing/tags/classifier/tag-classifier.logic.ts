import { indexExamples, similarity, type ClassSimilarities, type ExampleIndex } from './example-similarity.logic.ts';
import { scoreEmbedding, nearestCentroid, type EmbeddingClassifier } from './embedding-classifier.logic.ts';
import { logSum, softmax } from './softmax.logic.ts';
import type { TagExamples } from './tag-examples.logic.ts';
import { probabilityOfAnyTag, type TagFeatures } from './tag-features.logic.ts';
import { scoreWords, trainWords, type WordClassifier } from './word-classifier.logic.ts';

/** Tells tags apart that are known by examples. Data only: threads hand it over. */
export interface TagClassifier {
  readonly tagIds: readonly string[];
  readonly words: WordClassifier;
  readonly known: ExampleIndex;
  /** Null: it goes by words alone. */
  readonly meanings: EmbeddingClassifier | null;
}

/** By words alone, and without chance: the same examples give the same classifier. */
export function trainTags({ tagIds, examples }: TagExamples): TagClassifier {
  return {
    tagIds,
    words: trainWords(examples, tagIds.length),
    known: indexExamples(examples, tagIds.length),
    meanings: null,
  };
}

/**
 * How probable it is of each tag that the text is about it, rather than about another or none of them (docs/ranking.md). Without a
 * vector by words alone. What is probable counts `counts` of 1, what is certain in full.
 */
export function judge(classifier: TagClassifier, text: string, vector: Float32Array | null, counts = 1): Float64Array {
  const { chances, signs, alike } = scoreTags(classifier, text, vector);
  const any = probabilityOfAnyTag(signs);
  // Somebody who repeats an example is right, however different the other examples are.
  return chances.map((chance, at) => {
    const nearest = alike.nearest[at] ?? 0;
    return nearest > repeated ? Math.min(1, nearest) : counts * any * chance;
  });
}

/** From this similarity on, a text counts as the example itself. */
const repeated = 0.95;

export interface TagScores {
  /** Of each tag, the text being about one of them. */
  chances: Float64Array;
  signs: TagFeatures;
  alike: ClassSimilarities;
}

/** What `judge` goes by. */
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

/** How the two sums are added. Those by meaning grow surer of themselves with each example than they should be. */
const withMeaning = { words: 0.9, meaning: 1.5, power: -0.25 };
/** Few rounds of training leave the words' sums small; chances that can be believed need twice as much. */
const wordsAlone = 2;
