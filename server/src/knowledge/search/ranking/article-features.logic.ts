import { matchInLists, listsInDocument } from '../question/document-terms.logic.ts';
import type { IndexedDocument } from '../index/indexed-passage.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { Term } from '../question/term.logic.ts';
import { stemsOf } from '../../../platform/text/tokens.logic.ts';

/** How well an article as a whole, rather than one of its passages, matches a question; each from 0 to 1. */
export interface ArticleFeatures {
  /** Whether the article contains the heaviest word of the question that any passage contains. */
  heaviest: number;
  /** The share of the question's words that the article contains. */
  share: number;
  /** The share of the question's names that the article contains, scaled down if they are hardly names. */
  names: number;
}

/** An article with a passage among the first ones found. */
export interface Article {
  document: IndexedDocument;
  title: string;
}

interface Name {
  list: number;
  weight: number;
}

/** From this total weight on, the words found in titles are certainly names. */
const surelyNamed = 4;

/** Filler words and words of earlier messages weigh less than this and do not count as names. */
const saidNow = 0.7;

/**
 * Returns the features of an article by its document, computed once each. Some help centres have an article of each kind
 * for each product, with nearly the same text: there the name in the question decides.
 */
export function articleFeaturesIn(index: Searchable, read: ParsedQuestion, articles: readonly Article[]) {
  const heaviest = heaviestOf(read.terms);
  const names = namesAsked(index, read, articles);
  const whole = sum(read.terms.map((term) => term.weight * term.idf)) || 1;
  const known = new Map<string, ArticleFeatures>();
  return (document: IndexedDocument): ArticleFeatures => {
    const cached = known.get(document.documentId);
    if (cached) return cached;
    const held = listsInDocument(index, document, read.terms);
    const shareOf = (term: Term) => (matchInLists(held, term) > 0 ? term.weight * term.idf : 0);
    const features = {
      heaviest: heaviest ? matchInLists(held, heaviest) : 0,
      share: sum(read.terms.map(shareOf)) / whole,
      names: shareOfNames(names, held),
    };
    known.set(document.documentId, features);
    return features;
  };
}

/** The heaviest term that some passage contains. */
function heaviestOf(terms: readonly Term[]): Term | null {
  const known = terms.filter((term) => term.list !== null || term.related.size > 0);
  return known.reduce<Term | null>(
    (most, term) => (most === null || term.weight * term.idf > most.weight * most.idf ? term : most),
    null,
  );
}

/**
 * The words of the question in the titles of at least two articles found: a word in only one title may be a matter of
 * wording. The larger the share of a word's passages that are under such a title, the more it counts as a name.
 */
function namesAsked(index: Searchable, { terms }: ParsedQuestion, articles: readonly Article[]): Name[] {
  const titles = new Map(
    articles.map(({ document: { documentId, language }, title }) => [
      documentId,
      new Set(stemsOf(title, index.stemFor(language))),
    ]),
  );
  const { text, title } = index.fields;
  return terms.flatMap((term): Name[] => {
    const { list } = term;
    if (list === null || term.asked < saidNow) return [];
    if ([...titles.values()].filter((stems) => stems.has(term.stem)).length < 2) return [];
    const entitled = title.postings.size(list) / Math.max(1, text.postings.size(list));
    return [{ list, weight: entitled * term.idf }];
  });
}

function shareOfNames(names: readonly Name[], held: ReadonlySet<number>): number {
  const all = sum(names.map(({ weight }) => weight));
  const here = sum(names.map(({ list, weight }) => (held.has(list) ? weight : 0)));
  return all === 0 ? 0 : (here / all) * Math.min(1, all / surelyNamed);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
