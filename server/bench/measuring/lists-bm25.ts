import { stemFor } from '../../src/platform/text/stem.ts';
import { stemsOf } from '../../src/platform/text/tokens.logic.ts';

/** BM25 with posting lists and nothing else: the minimum cost of a search of these texts in this language. */
export function listsBm25(texts: readonly string[]): (question: string) => number[] {
  const stem = stemFor('en');
  const lists = new Map<string, { at: number; times: number }[]>();
  const lengths = texts.map((text, at) => {
    const stems = stemsOf(text, stem);
    for (const [word, same] of Map.groupBy(stems, (each) => each)) {
      const list = lists.get(word);
      if (list) list.push({ at, times: same.length });
      else lists.set(word, [{ at, times: same.length }]);
    }
    return stems.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return (question) => {
    const scores = new Map<number, number>();
    for (const word of new Set(stemsOf(question, stem))) {
      const list = lists.get(word) ?? [];
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const { at, times } of list) {
        const score = (idf * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / average));
        scores.set(at, (scores.get(at) ?? 0) + score);
      }
    }
    const first = [...scores].sort(([, one], [, other]) => other - one).slice(0, 10);
    return first.map(([at]) => at);
  };
}
