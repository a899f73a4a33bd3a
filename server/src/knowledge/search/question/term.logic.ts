import { idf } from '../index/bm25.logic.ts';
import { isCommonWord, steadyIdf } from '../text/common-words.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { isFamiliar, type RelatedWords } from '../text/related-words.logic.ts';
import type { WordToken } from '../../../platform/text/tokens.logic.ts';

export interface Term {
  stem: string;
  word: string;
  /** Posting list of the stem, or null when no passage has it. */
  list: number | null;
  /** Related words in the knowledge base: posting lists by stem. */
  related: Map<string, number>;
  idf: number;
  /** Idf for the confidence, which has to mean the same in every knowledge base. */
  worth: number;
  /** Weight in the ranking, history included. */
  weight: number;
  /** Weight within the last message alone; 0 if only the history contains the term. */
  asked: number;
  /** Weight within all of the customer's messages: an answer has to cover these terms. */
  wanted: number;
  /** The customer's spelling, if the word was repaired. */
  repairedFrom: string | null;
}

export type SpokenBy = 'now' | 'before' | 'by us';

/** What the words of a question are read with, and the terms that were read so far, by stem. */
interface Reading {
  index: Searchable;
  related: RelatedWords;
  terms: Map<string, Term>;
}

export function termOf(reading: Reading, token: WordToken): Term {
  const found = reading.terms.get(token.stem) ?? knownTerm(reading, token);
  reading.terms.set(token.stem, found);
  return found;
}

/** The posting list of a stem that some passage has. */
export function listOf(index: Searchable, stem: string): number | null {
  const list = index.words.stems.find(stem);
  return list !== undefined && index.fields.text.postings.size(list) > 0 ? list : null;
}

/** The term's own posting list and those of its related words. */
export const listsOf = ({ list, related }: Pick<Term, 'list' | 'related'>): number[] =>
  list === null ? [...related.values()] : [list, ...related.values()];

// A term that the question repeats counts once; a term in several earlier messages counts each time.
export function addWeights(term: Term, weight: number, spokenBy: SpokenBy): void {
  if (spokenBy === 'now') {
    const more = Math.max(0, weight - term.asked);
    term.asked += more;
    term.wanted += more;
    term.weight += more;
  } else {
    term.weight += weight;
    if (spokenBy === 'before') term.wanted += weight;
  }
}

function knownTerm({ index, related, terms }: Reading, token: WordToken): Term {
  const list = listOf(index, token.stem);
  // A real word that the knowledge base lacks is not a misspelling of a word that it contains.
  const real = list !== null || isCommonWord(token.stem) || isFamiliar(related, token.stem);
  const meant = real ? null : index.repair.nearest(token.word);
  if (meant === null) return blankTerm(index, token, { list, repairedFrom: null });
  const meantList = index.words.stemOf(meant);
  const stem = index.words.stems.nameOf(meantList);
  const meantToken = { word: index.words.textOf(meant), stem };
  return terms.get(stem) ?? blankTerm(index, meantToken, { list: meantList, repairedFrom: token.word });
}

function blankTerm(index: Searchable, token: WordToken, known: Pick<Term, 'list' | 'repairedFrom'>): Term {
  const occurrences = known.list === null ? 0 : index.fields.text.postings.size(known.list);
  const rarity = idf(index.passages, occurrences);
  const worth = steadyIdf(token.stem, rarity, index.passages);
  return { ...token, ...known, related: new Map(), idf: rarity, worth, weight: 0, asked: 0, wanted: 0 };
}
