import { listsOf } from './term.logic.ts';
import { idf } from '../index/bm25.logic.ts';
import type { ParsedQuestion } from './parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';

/** What the database is asked for: passages that have one of these stems. */
export interface SelectiveStems {
  stems: string[];
  /** How many passages that are at most. */
  passages: number;
}

const mostStems = 8;

/**
 * The stems of the question that could add most to a score, as many as together stand in `most` passages at most; one at
 * least. Passages that have only the others of them would come far behind.
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
  const telling: SelectiveStems = { stems: [], passages: 0 };
  for (const { stem, passages } of ordered.slice(0, mostStems)) {
    if (telling.stems.length > 0 && telling.passages + passages > most) continue;
    telling.stems.push(stem);
    telling.passages += passages;
  }
  return telling;
}
