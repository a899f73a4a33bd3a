import { listsOf } from './term.logic.ts';
import { idf } from '../index/bm25.logic.ts';
import type { ParsedQuestion } from './parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';

/** The stems by which the database selects passages: a passage must contain one of them. */
export interface SelectiveStems {
  stems: string[];
  /** An upper bound of the number of passages with one of the stems. */
  passages: number;
}

const mostStems = 8;

/**
 * The stems of the question that could add most to a score, at least one, as long as `most` passages at most contain them.
 * Passages with only the other stems would rank far behind.
 */
export function selectiveStems(index: Searchable, read: ParsedQuestion, most: number): SelectiveStems {
  const lists = new Map<number, number>();
  for (const term of read.terms) {
    for (const list of listsOf(term)) lists.set(list, Math.max(lists.get(list) ?? 0, term.weight));
  }
  const ordered = [...lists]
    .map(([list, weight]) => {
      const passages = index.fields.text.postings.size(list);
      return { stem: index.words.stems.nameOf(list), passages, gain: weight * idf(index.passages, passages) };
    })
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => other.gain - one.gain || (one.stem < other.stem ? -1 : 1));
  const selected: SelectiveStems = { stems: [], passages: 0 };
  for (const { stem, passages } of ordered.slice(0, mostStems)) {
    if (selected.stems.length > 0 && selected.passages + passages > most) continue;
    selected.stems.push(stem);
    selected.passages += passages;
  }
  return selected;
}
