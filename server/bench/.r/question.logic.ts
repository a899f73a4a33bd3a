import { idf } from './bm25.logic.ts';
import { wordWeight } from './chatty.logic.ts';
import { gramsOf } from './grams.logic.ts';
import type { Index } from './live-index.logic.ts';
import type { Question, Turn } from './shapes.logic.ts';
import { type Stem, tokensOf } from './tokens.logic.ts';

/** Weights of what was said before the question, in the terms of the question (retrieval.md §2). */
const earlierCustomerWeight = 0.2;
const ourLastAnswerWeight = 0.1;

export interface Term {
  stem: string;
  word: string;
  /** Posting list of the stem, or null when no passage has it. */
  list: number | null;
  idf: number;
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

export function readQuestion(index: Index, question: Question): ReadQuestion {
  const { inside } = index;
  const stem = inside.stemFor(question.language ?? inside.mainLanguage());
  const terms = new Map<string, Term>();
  const grams = new Map<number, number>();
  const sequence: Term[] = [];
  for (const source of sourcesOf(question)) {
    for (const token of tokensOf(source.text, stem)) {
      const term = termOf(index, token, terms);
      const weight = source.weight * wordWeight(token.word);
      addWeights(term, weight, source.said);
      if (source.said === 'now') sequence.push(term);
      addGrams(index, term.word, { grams, weight });
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

function termOf(index: Index, token: { word: string; stem: string }, terms: Map<string, Term>): Term {
  const found = terms.get(token.stem) ?? knownTerm(index, token, terms);
  (found as any).worth = worth(found, index.passages);
  terms.set(token.stem, found);
  return found;
}

function knownTerm(index: Index, token: { word: string; stem: string }, terms: Map<string, Term>): Term {
  const { words, repair, text } = index.inside;
  const blank = { ...token, weight: 0, asked: 0, wanted: 0, repairedFrom: null };
  const list = words.stems.find(token.stem);
  if (list !== undefined && text.postings.size(list) > 0) {
    return { ...blank, list, idf: idf(index.passages, text.postings.size(list)) };
  }
  const meant = repair.nearest(token.word);
  if (meant === null) return { ...blank, list: null, idf: idf(index.passages, 0) };
  const meantList = words.stemOf(meant);
  const already = [...terms.values()].find((term) => term.list === meantList);
  if (already) return already;
  const occurrences = text.postings.size(meantList);
  return {
    ...blank,
    word: words.textOf(meant),
    stem: words.stems.nameOf(meantList),
    list: meantList,
    idf: idf(index.passages, occurrences),
    repairedFrom: token.word,
  };
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

function addGrams(index: Index, word: string, into: { grams: Map<number, number>; weight: number }): void {
  for (const code of gramsOf(word)) {
    const gram = index.inside.words.grams.find(code);
    if (gram !== undefined) into.grams.set(gram, Math.max(into.grams.get(gram) ?? 0, into.weight));
  }
}

function worth(t: Term, n: number): number {
  const BG = (globalThis as any).BG; const M = (globalThis as any).BGM ?? 0;
  if (!BG || !M) return t.idf;
  const b = BG.get(t.stem) ?? BG.get('');
  return (n * t.idf + M * b) / (n + M) ;
}
