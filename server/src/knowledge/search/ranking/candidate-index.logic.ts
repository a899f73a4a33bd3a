import { countOf, wordOf } from '../../library/passages/segment.logic.ts';
import { listsOf } from '../question/term.logic.ts';
import type { IndexedDocument, IndexedPassage } from '../index/indexed-passage.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import { Postings } from '../index/postings.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable, SearchableField } from '../index/searchable.logic.ts';
import { Tally } from '../index/tally.logic.ts';

/** The documents to rank, and the cosines of their passages with the question, by passage id. */
export interface Candidates {
  documentIds: Iterable<string>;
  cosines: ReadonlyMap<string, number> | null;
}

/**
 * An index of a question's candidates only. Word frequencies are those of all passages, so scores are the same as in an
 * index of everything.
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

interface ChosenPassages {
  passages: readonly IndexedPassage[];
  /** Their slots in the whole index. */
  original: readonly number[];
}

function fieldsOf(
  index: LiveIndex,
  read: ParsedQuestion,
  { passages, original }: ChosenPassages,
): Searchable['fields'] {
  const lists = wantedLists(index, read);
  const postings = { text: new Postings(), title: new Postings(), grams: new Postings() };
  const stems = new Tally();
  const gramsOfText = new Tally();
  for (const [slot, { counts, titleAt }] of passages.entries()) {
    tally(counts.subarray(0, titleAt), lists, { stems, grams: gramsOfText });
    stems.drain((list, times) => postings.text.add(list, slot, times));
    gramsOfText.drain((list, times) => postings.grams.add(list, slot, times));
    tally(counts.subarray(titleAt), lists, { stems, grams: null });
    stems.drain((list, times) => postings.title.add(list, slot, times));
  }
  const { text, title, grams } = index.fields;
  return {
    text: part(text, original, postings.text),
    title: part(title, original, postings.title),
    grams: part(grams, original, postings.grams),
  };
}

// One call for each passage: in one loop over all passages, the compiled code ran at a third of the speed.
function tally(counts: Uint32Array, lists: WantedLists, { stems, grams }: { stems: Tally; grams: Tally | null }): void {
  const { wanted, stemOf, gramsFrom } = lists;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    const word = wordOf(count);
    // Nearly all words end here, for one byte read.
    if (wanted[word] !== 1) continue;
    const stem = stemOf[word] ?? 0;
    if (stem > 0) stems.add(stem - 1, countOf(count));
    if (grams === null) continue;
    const end = gramsFrom[word + 1] ?? 0;
    for (let place = gramsFrom[word] ?? 0; place < end; place++) grams.add(lists.grams[place] ?? 0, countOf(count));
  }
}

const part = (field: SearchableField, original: readonly number[], postings: Postings): SearchableField => ({
  postings: { size: (list) => field.postings.size(list), entries: (list) => postings.entries(list) },
  lengthOf: (slot) => field.lengthOf(original[slot] ?? 0),
  total: () => field.total(),
});

/** The question's lists that each word belongs to. */
interface WantedLists {
  /** By word: 1 if it belongs to any. */
  wanted: Uint8Array;
  /** By word: the list of its stem plus one, or 0. */
  stemOf: Uint32Array;
  /** By word: the start in `grams` of the word's 4-grams that the question contains; the next word's start is the end. */
  gramsFrom: Uint32Array;
  grams: readonly number[];
}

function wantedLists({ words }: LiveIndex, read: ParsedQuestion): WantedLists {
  const stems = new Uint8Array(words.stems.size());
  for (const list of read.terms.flatMap(listsOf)) stems[list] = 1;
  const asked = new Uint8Array(words.grams.size());
  for (const gram of read.grams.keys()) asked[gram] = 1;
  const wanted = new Uint8Array(words.size());
  const stemOf = new Uint32Array(words.size());
  const gramsFrom = new Uint32Array(words.size() + 1);
  const grams: number[] = [];
  const keep = (gram: number) => {
    if (asked[gram] === 1) grams.push(gram);
  };
  for (let word = 0; word < stemOf.length; word++) {
    const stem = words.stemOf(word);
    if (stems[stem] === 1) stemOf[word] = stem + 1;
    words.eachGram(word, keep);
    gramsFrom[word + 1] = grams.length;
    if (stems[stem] === 1 || grams.length > (gramsFrom[word] ?? 0)) wanted[word] = 1;
  }
  return { wanted, stemOf, gramsFrom, grams };
}
