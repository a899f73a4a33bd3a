import { countOf, wordOf } from '../../library/passages/segment.logic.ts';
import { listsOf } from '../question/term.logic.ts';
import type { IndexedDocument, IndexedPassage } from '../index/indexed-passage.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import { entryOf } from '../index/postings.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable, SearchableField } from '../index/searchable.logic.ts';

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
  const stems = [...new Set(read.terms.flatMap(listsOf))];
  const grams = [...read.grams.keys()];
  const wanted = wantedWords(index, stems, grams);
  const lists = {
    text: new FewLists(stems, passages.length),
    title: new FewLists(stems, passages.length),
    grams: new FewLists(grams, passages.length),
  };
  for (const [slot, { counts, titleAt }] of passages.entries()) {
    addUp(counts.subarray(0, titleAt), wanted, lists.text, lists.grams);
    addUp(counts.subarray(titleAt), wanted, lists.title, null);
    lists.text.close(slot);
    lists.title.close(slot);
    lists.grams.close(slot);
  }
  const { text, title, grams: parts } = index.fields;
  return {
    text: part(text, original, lists.text),
    title: part(title, original, lists.title),
    grams: part(parts, original, lists.grams),
  };
}

const part = (field: SearchableField, original: readonly number[], lists: FewLists): SearchableField => ({
  postings: { size: (list) => field.postings.size(list), entries: (list) => lists.entries(list) },
  lengthOf: (slot) => field.lengthOf(original[slot] ?? 0),
  total: () => field.total(),
});

/** The posting lists of a question, numbered by their place among them. */
class FewLists {
  private readonly placeOf: ReadonlyMap<number, number>;
  private readonly slots: number;
  private readonly sums: Uint32Array;
  private readonly sizes: Uint32Array;
  private readonly values: Uint32Array;

  constructor(lists: readonly number[], slots: number) {
    this.placeOf = new Map(lists.map((list, place) => [list, place]));
    this.slots = slots;
    this.sums = new Uint32Array(lists.length);
    this.sizes = new Uint32Array(lists.length);
    this.values = new Uint32Array(lists.length * slots);
  }

  /** Adds occurrences in the open passage. */
  add(place: number, times: number): void {
    this.sums[place] = (this.sums[place] ?? 0) + times;
  }

  /** Enters the open passage in its lists, and opens the next one. */
  close(slot: number): void {
    const { sums, sizes, values } = this;
    for (let place = 0; place < sums.length; place++) {
      const times = sums[place] ?? 0;
      if (times === 0) continue;
      sums[place] = 0;
      const size = sizes[place] ?? 0;
      values[place * this.slots + size] = entryOf(slot, times);
      sizes[place] = size + 1;
    }
  }

  entries(list: number): Uint32Array {
    const place = this.placeOf.get(list);
    if (place === undefined) return none;
    const start = place * this.slots;
    return this.values.subarray(start, start + (this.sizes[place] ?? 0));
  }
}

const none = new Uint32Array(0);

// One call for each passage: in one loop over all passages, the compiled code ran at a third of the speed.
function addUp(counts: Uint32Array, wanted: WantedWords, stems: FewLists, grams: FewLists | null): void {
  const { placeOf, stemOf, gramsFrom } = wanted;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    const place = placeOf[wordOf(count)] ?? 0;
    if (place === 0) continue;
    const times = countOf(count);
    const stem = stemOf[place] ?? 0;
    if (stem > 0) stems.add(stem - 1, times);
    if (grams === null) continue;
    const end = gramsFrom[place + 1] ?? 0;
    for (let next = gramsFrom[place] ?? 0; next < end; next++) grams.add(wanted.grams[next] ?? 0, times);
  }
}

/** The words that belong to lists of the question, numbered from 1. Lists are numbered by their place in the question. */
interface WantedWords {
  /** By word: its number, or 0. */
  placeOf: Uint32Array;
  /** By number: the list of the word's stem plus one, or 0. */
  stemOf: Uint32Array;
  /** By number: where the lists of the word's 4-grams begin in `grams`; the next word's begin where they end. */
  gramsFrom: Uint32Array;
  grams: Uint32Array;
}

function wantedWords({ words }: LiveIndex, stems: readonly number[], grams: readonly number[]): WantedWords {
  const placeOf = new Uint32Array(words.size());
  const found: { stem: number; grams: number[] }[] = [{ stem: 0, grams: [] }];
  const enter = (word: number) => {
    const place = (placeOf[word] ||= found.push({ stem: 0, grams: [] }) - 1);
    return found[place] ?? { stem: 0, grams: [] };
  };
  for (const [list, stem] of stems.entries()) words.eachOfStem(stem, (word) => (enter(word).stem = list + 1));
  for (const [list, gram] of grams.entries()) words.eachWithGram(gram, (word) => enter(word).grams.push(list));
  const gramsFrom = new Uint32Array(found.length + 1);
  for (const [place, word] of found.entries()) gramsFrom[place + 1] = (gramsFrom[place] ?? 0) + word.grams.length;
  return {
    placeOf,
    stemOf: Uint32Array.from(found, ({ stem }) => stem),
    gramsFrom,
    grams: Uint32Array.from(found.flatMap((word) => word.grams)),
  };
}
