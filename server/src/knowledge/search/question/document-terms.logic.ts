import { wordOf } from '../../library/passages/segment.logic.ts';
import type { IndexedDocument } from '../index/indexed-passage.logic.ts';
import { relatedTermWeight } from './overlap.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { listsOf, type Term } from './term.logic.ts';

/** The lists of the terms and of their related words that contain the document. One pass, because both may be many. */
export function listsInDocument(index: Searchable, { slots }: IndexedDocument, terms: readonly Term[]): Set<number> {
  const asked = new Set(terms.flatMap(listsOf));
  const found = new Set<number>();
  for (const slot of slots) {
    for (const count of index.passageAt(slot)?.counts ?? []) {
      const list = index.words.stemOf(wordOf(count));
      if (asked.has(list)) found.add(list);
    }
  }
  return found;
}

/** 1 if the term's own list is among the lists, less if only that of a related word is, otherwise 0. */
export function matchInLists(lists: ReadonlySet<number>, { list, related }: Term): number {
  if (list !== null && lists.has(list)) return 1;
  for (const one of related.values()) if (lists.has(one)) return relatedTermWeight;
  return 0;
}
