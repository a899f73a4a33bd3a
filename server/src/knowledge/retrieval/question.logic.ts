import { idf } from './bm25.logic.ts';
import { wordWeight } from './chatty.logic.ts';
import { steadyIdf } from './common-words.logic.ts';
import { gramsOf } from './grams.logic.ts';
import type { LiveIndex } from './live-index.logic.ts';
import type { Question, Turn } from './shapes.logic.ts';
import { type Stem, type Token, tokensOf } from './tokens.logic.ts';

/** Weights of what was said before the question, in the terms of the question (retrieval.md §2). */
const earlierCustomerWeight = 0.2;
const ourLastAnswerWeight = 0.1;

export interface Term {
  stem: string;
  word: string;
  /** Posting list of the stem, or null when no passage has it. */
  list: number | null;
  idf: number;
  /** Idf for confidence, which has to mean the same in every knowledge base. */
  worth: number;
  /** Weight in the ranking, history included. */
  weight: number;
  /** Weight within the last message alone; 0 when only the history has it. */
  asked: number;
  /** Weight within what the customer said, now and before: what an answer has to cover. */
  wanted: number;
  /** What the customer wrote, when the word was repaired. */
  repairedFrom: string | null;
}

export interface ReadQuestion {
  terms: Term[];
  /** The terms of the last message in reading order, for neighbours. */
  sequence: Term[];
  grams: Map<number, number>;
  stem: Stem;
}

interface Source {
  text: string;
  weight: number;
  said: 'now' | 'before' | 'by us';
}

export function readQuestion(index: LiveIndex, question: Question): ReadQuestion {
  const stem = index.stemFor(question.language ?? index.mainLanguage());
  const terms = new Map<string, Term>();
  const grams = new Map<number, number>();
  const sequence: Term[] = [];
  for (const source of sourcesOf(question)) {
    for (const token of tokensOf(source.text, stem)) {
      const term = termOf(index, token, terms);
      const weight = source.weight * wordWeight(token.word);
      addWeights(term, weight, source.said);
      if (source.said === 'now') sequence.push(term);
      if (source.said !== 'by us') addGrams(index, term.word, { grams, weight });
    }
  }
  return { terms: [...terms.values()], sequence, grams, stem };
}

function sourcesOf(question: Question): Source[] {
  const turns = question.history ?? [];
  const ourLast = turns.findLast((turn) => turn.from === 'us');
  const earlier = turns.filter((turn) => turn.from === 'customer').map(earlierSource);
  const answer: Source[] = ourLast ? [{ text: ourLast.text, weight: ourLastAnswerWeight, said: 'by us' }] : [];
  return [{ text: question.text, weight: 1, said: 'now' }, ...earlier, ...answer];
}

function earlierSource(turn: Turn): Source {
  return { text: turn.text, weight: earlierCustomerWeight, said: 'before' };
}

function termOf(index: LiveIndex, token: Token, terms: Map<string, Term>): Term {
  const found = terms.get(token.stem) ?? knownTerm(index, token, terms);
  terms.set(token.stem, found);
  return found;
}

function knownTerm(index: LiveIndex, token: Token, terms: Map<string, Term>): Term {
  const { words, repair } = index;
  const { text } = index.fields;
  const list = words.stems.find(token.stem);
  if (list !== undefined && text.postings.size(list) > 0) return blankTerm(index, token, { list, repairedFrom: null });
  const meant = repair.nearest(token.word);
  if (meant === null) return blankTerm(index, token, { list: null, repairedFrom: null });
  const meantList = words.stemOf(meant);
  const stem = words.stems.nameOf(meantList);
  const meantToken = { word: words.textOf(meant), stem };
  return terms.get(stem) ?? blankTerm(index, meantToken, { list: meantList, repairedFrom: token.word });
}

function blankTerm(index: LiveIndex, token: Token, known: Pick<Term, 'list' | 'repairedFrom'>): Term {
  const occurrences = known.list === null ? 0 : index.fields.text.postings.size(known.list);
  const rarity = idf(index.passages, occurrences);
  const worth = steadyIdf(token.stem, rarity, index.passages);
  return { ...token, ...known, idf: rarity, worth, weight: 0, asked: 0, wanted: 0 };
}

// Said twice in the question counts once; said again in each earlier turn counts each time.
function addWeights(term: Term, weight: number, said: Source['said']): void {
  if (said === 'now') {
    const more = Math.max(0, weight - term.asked);
    term.asked += more;
    term.wanted += more;
    term.weight += more;
  } else {
    term.weight += weight;
    if (said === 'before') term.wanted += weight;
  }
}

function addGrams(index: LiveIndex, word: string, into: { grams: Map<number, number>; weight: number }): void {
  for (const code of gramsOf(word)) {
    const gram = index.words.grams.find(code);
    if (gram !== undefined) into.grams.set(gram, Math.max(into.grams.get(gram) ?? 0, into.weight));
  }
}
