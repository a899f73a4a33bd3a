import { shownSection } from '../../src/knowledge/search/answer/answer.logic.ts';
import type { ConfidenceFeatures, Similarity } from '../../src/knowledge/search/answer/features.logic.ts';
import { ask, foundPassages, type KnowledgeBase, knowledgeBaseOf } from './engine-under-test.ts';
import { seeded } from './measures.ts';
import type { Article, BenchSet, Case } from '../corpora/sets.ts';
import type { Meanings } from '../corpora/vectors.ts';

/** One question to one knowledge base: the features that the model saw, and whether the shown section was right. */
export interface Sample {
  set: string;
  articles: number;
  label: string;
  features: (ConfidenceFeatures & Partial<Similarity>) | null;
  right: boolean;
}

/** Labels with a clear target: either a section is right, or none should be shown. */
const targets = new Set(['answerable', 'kb_gap', 'far', 'unanswerable']);
const smallSizes = [5, 5, 5, 8, 8, 8, 8, 12, 12, 12, 40, 40, 40, 120, 120];
/** The shares for a set that is small itself. */
const smallShares = [0.6, 0.6, 0.6, 0.6];

/** Uses every set as a whole, and as small knowledge bases without the articles for half of the questions. */
export function samplesOf(sets: readonly BenchSet[], meanings: Meanings | null): Sample[] {
  return sets.flatMap((set) => {
    const random = seeded(11);
    const strangers = sets
      .filter((other) => other.name.slice(0, 3) !== set.name.slice(0, 3))
      .flatMap((other) => other.cases);
    const small = sizesFor(set.articles.length).map((size) => smallSet(set, size, random));
    return [set, ...small].flatMap((one) => samplesOfSet(withStrangers(one, strangers, random), meanings));
  });
}

function sizesFor(articles: number): number[] {
  if (articles < 20) return smallShares.map((share) => Math.ceil(share * articles));
  return smallSizes.filter((size) => size < articles);
}

function samplesOfSet(set: BenchSet, meanings: Meanings | null): Sample[] {
  const base = knowledgeBaseOf(set.articles, meanings);
  return set.cases.filter((asked) => targets.has(asked.label)).map((asked) => sampleOf(set, base, asked));
}

function sampleOf(set: BenchSet, base: KnowledgeBase, asked: Case): Sample {
  const found = ask(base, asked);
  const shown = shownSection({ index: base.index, found, passages: foundPassages(base, found) });
  const right = shown !== null && (asked.relevant[shown.candidate.ranked.documentId] ?? 0) > 0;
  const features = shown && { ...shown.features, ...shown.similarity };
  return { set: set.name, articles: set.articles.length, label: asked.label, features, right };
}

// Half of the answerable questions keep their articles; the others become gaps. Random articles fill up the size.
function smallSet(set: BenchSet, size: number, random: () => number): BenchSet {
  const cases = shuffled(
    set.cases.filter((asked) => targets.has(asked.label)),
    random,
  );
  const kept = new Set<string>();
  for (const asked of cases) {
    const relevant = Object.keys(asked.relevant);
    if (kept.size + relevant.length <= size * 0.7) for (const id of relevant) kept.add(id);
  }
  const others = shuffled(
    set.articles.filter((article) => !kept.has(article.id)),
    random,
  );
  const fill = new Set(others.slice(0, size - kept.size).map((article) => article.id));
  const articles = set.articles.filter((article) => kept.has(article.id) || fill.has(article.id));
  return { name: set.name, articles, cases: balanced(cases, articles) };
}

function balanced(cases: readonly Case[], articles: readonly Article[]): Case[] {
  const ids = new Set(articles.map((article) => article.id));
  const asked = cases.map((one): Case => {
    const relevant = Object.fromEntries(Object.entries(one.relevant).filter(([id]) => ids.has(id)));
    const lost = one.label === 'answerable' && Object.keys(relevant).length === 0;
    return { ...one, relevant, label: lost ? 'kb_gap' : one.label };
  });
  const answerable = asked.filter((one) => one.label === 'answerable');
  return [
    ...answerable,
    ...asked.filter((one) => one.label !== 'answerable').slice(0, Math.ceil(answerable.length * 0.7)),
  ];
}

function withStrangers(set: BenchSet, strangers: readonly Case[], random: () => number): BenchSet {
  const some = shuffled(strangers, random).slice(0, Math.ceil(set.cases.length * 0.1));
  return { ...set, cases: [...set.cases, ...some.map((asked): Case => ({ ...asked, relevant: {}, label: 'far' }))] };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = items.map((item) => ({ item, order: random() }));
  return drawn.sort((left, right) => left.order - right.order).map(({ item }) => item);
}
