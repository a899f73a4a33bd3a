import { stemFor } from '../../src/platform/text/stem.ts';
import { stemsOf } from '../../src/platform/text/tokens.logic.ts';
import type { Article } from '../corpora/sets.ts';

/** Textbook BM25 over whole articles, independent of the engine so that a defect in one shows against the other. */
export function plainBm25(articles: readonly Article[]): (question: string) => { id: string; score: number }[] {
  const stem = stemFor('en');
  const stems = (text: string) => stemsOf(text, stem);
  const counts = articles.map((article) => countsOf(stems(`${article.title} ${article.text}`)));
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / articles.length;
  const occurrences = countsOf(counts.flatMap((count) => [...count.keys()]));

  function score(at: number, term: string): number {
    const times = counts[at]?.get(term) ?? 0;
    const occurs = occurrences.get(term) ?? 0;
    const idf = Math.log(1 + (articles.length - occurs + 0.5) / (occurs + 0.5));
    return (idf * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / average));
  }

  return (question) => {
    const terms = stems(question);
    const scored = articles.map((article, at) => ({
      id: article.id,
      score: terms.reduce((sum, term) => sum + score(at, term), 0),
    }));
    return scored.filter((one) => one.score > 0).sort((left, right) => right.score - left.score);
  };
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
