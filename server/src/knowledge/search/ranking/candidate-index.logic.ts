import { listsOf } from '../question/term.logic.ts';
import { countOf, type IndexedDocument, type IndexedPassage, wordOf } from '../index/indexed-passage.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import { Postings } from '../index/postings.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable, SearchableField } from '../index/searchable.logic.ts';
import { Tally } from '../index/tally.logic.ts';

/** Which documents are looked at, and how near their passages are to the question, by passage id. */
export interface Candidates {
  documentIds: Iterable<string>;
  cosines: ReadonlyMap<string, number> | null;
}

/**
 * The candidates of a question as an index of their own, which knows of all other passages how often each word occurs in
 * them: what is ranked in it gets the scores that it would get in an index of everything.
 */
export function viewOf(index: LiveIndex, read: ParsedQuestion, { documentIds, cosines }: Candidates): Searchable {
  const documents: IndexedDocument[] = [];
  const passages: IndexedPassage[] = [];
  const original: number[] = [];
  for (const id of documentIds) {
    const document = index.documentOf(id);
    if (!document) continue;
    const copy = { ...document, slots: document.slots.map((_, at) => passages.length + at) };
    documents.push(copy);
    for (const slot of document.slots) {
      const passage = index.passageAt(slot);
      if (!passage) continue;
      passages.push({ ...passage, document: copy });
      original.push(slot);
    }
  }
  return {
    words: index.words,
    repair: index.repair,
    stemFor: index.stemFor,
    mainLanguage: () => index.mainLanguage(),
    passages: index.passages,
    sections: index.sections,
    slots: passages.length,
    passageAt: (slot) => passages[slot] ?? null,
    articleAt: (slot) => passages[slot]?.document.slots[0] ?? slot,
    documents: () => documents,
    hasVectors: cosines !== null,
    cosine: (slot) => Math.max(0, cosines?.get(passages[slot]?.id ?? '') ?? Number.NaN),
    fields: fieldsOf(index, read, { passages, original }),
  };
}

interface Chosen {
  passages: readonly IndexedPassage[];
  /** Their slots in the whole index. */
  original: readonly number[];
}

function fieldsOf(index: LiveIndex, read: ParsedQuestion, chosen: Chosen): Searchable['fields'] {
  const wanted = new Uint8Array(index.words.stems.size());
  for (const list of read.terms.flatMap(listsOf)) wanted[list] = 1;
  const stemOf = (word: number, visit: (list: number) => void) => {
    const stem = index.words.stemOf(word);
    if (wanted[stem] === 1) visit(stem);
  };
  const gramsOf = remembered(index.words.size(), (word) => {
    const found: number[] = [];
    index.words.eachGram(word, (gram) => void (read.grams.has(gram) && found.push(gram)));
    return found;
  });
  const { text, title, grams } = index.fields;
  const before = ({ counts, titleAt }: IndexedPassage) => counts.subarray(0, titleAt);
  return {
    text: part(text, chosen, { countsOf: before, eachList: stemOf }),
    title: part(title, chosen, { countsOf: ({ counts, titleAt }) => counts.subarray(titleAt), eachList: stemOf }),
    grams: part(grams, chosen, { countsOf: before, eachList: gramsOf }),
  };
}

interface WordLookups {
  countsOf(passage: IndexedPassage): Uint32Array;
  /** Of a word those lists that the question has. */
  eachList(word: number, visit: (list: number) => void): void;
}

function part(
  field: SearchableField,
  { passages, original }: Chosen,
  { countsOf, eachList }: WordLookups,
): SearchableField {
  const postings = new Postings();
  const tally = new Tally();
  for (const [slot, passage] of passages.entries()) {
    const counts = countsOf(passage);
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] ?? 0;
      eachList(wordOf(count), (list) => tally.add(list, countOf(count)));
    }
    tally.drain((list, times) => postings.add(list, slot, times));
  }
  return {
    postings: { size: (list) => field.postings.size(list), entries: (list) => postings.entries(list) },
    lengthOf: (slot) => field.lengthOf(original[slot] ?? 0),
    total: () => field.total(),
  };
}

// The same words stand in most of the passages, and few of them have a list that the question has.
function remembered(words: number, find: (word: number) => readonly number[]): WordLookups['eachList'] {
  const looked = new Uint8Array(words);
  const known = new Map<number, readonly number[]>();
  return (word, visit) => {
    if (looked[word] === 0) {
      const lists = find(word);
      looked[word] = lists.length === 0 ? 1 : 2;
      if (lists.length > 0) known.set(word, lists);
    }
    if (looked[word] === 2) for (const list of known.get(word) ?? []) visit(list);
  };
}
