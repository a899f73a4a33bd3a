/**
 * `npx node server/bench/learned.bench.ts --data DIR [--intents FILE] [--vectors]`: measures how much taught questions improve
 * other questions about the same article, and whether they take questions away from other articles.
 */
import { parseArgs } from 'node:util';
import { buildLearned, type RankingResult } from '../src/knowledge/search/engine/index.ts';
import { buildSegment } from '../src/knowledge/library/passages/build-segment.ts';
import { answer, ask, type KnowledgeBase, knowledgeBaseOf, rankedArticles } from './measuring/engine-under-test.ts';
import { maxTaughtSimilarity } from '../src/knowledge/search/ranking/taught-similarity.logic.ts';
import { passagesOf } from './corpora/chunks.ts';
import { intentSet } from './measuring/faq-of-intents.ts';
import { mean, rankMeasures, seeded } from './measuring/measures.ts';
import { type BenchSet, type Case, readAllSets } from './corpora/sets.ts';
import { withTypos } from './corpora/typos.ts';
import { meaningsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    intents: { type: 'string', multiple: true, default: [] },
    vectors: { type: 'boolean', default: false },
  },
});

/** The most questions that are taught to each article. */
const mostTaught = 3;
/** The default threshold for an answer. */
const sure = 0.7;

const sets = [...readAllSets(values.data), ...values.intents.map(intentSet)];
const misspelt = new Map<Case, string>();
for (const set of sets) {
  const random = seeded(7);
  for (const asked of set.cases) misspelt.set(asked, withTypos(asked.text, 0.35, random));
}
const meanings = values.vectors ? await meaningsOf(sets, [...misspelt.values()]) : null;

const engine = meanings ? 'vectors' : 'words';
const outcomes: Asked[] = [];
const own = [];
const others = [];
for (const set of sets) {
  const plain = knowledgeBaseOf(set.articles, meanings);
  for (const typos of [false, true]) {
    const name = `${set.name}, ${engine}${typos ? ', typos' : ''}`;
    const asked = ownQuestions(set, plain, typos);
    if (!typos) outcomes.push(...asked);
    own.push({ set: name, ...compared(asked) });
    others.push({ set: name, ...compared(othersQuestions(set, plain, typos)), ...gapsAnswered(set, plain) });
  }
}
console.log('questions whose article was taught others, without → with');
console.table(own);
console.log('questions of articles that were taught nothing, while every other article was');
console.table(others);
console.log('taught and shown: right, by similarity');
console.table(bySimilarity(outcomes));

interface Asked {
  without: ReturnType<typeof judged>;
  with: ReturnType<typeof judged>;
  similarity: number;
}

/** In each round, asks one question of every article, and teaches up to three of the article's other questions. */
function ownQuestions(set: BenchSet, plain: KnowledgeBase, typos: boolean): Asked[] {
  const byArticle = questionsByArticle(set);
  const rounds = Math.max(...[...byArticle.values()].map((questions) => questions.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) => {
    const taught = new Map<string, Case[]>();
    const asked: Case[] = [];
    for (const [article, questions] of byArticle) {
      const held = questions[round % questions.length];
      taught.set(
        article,
        questions.filter((each) => each !== held),
      );
      if (questions.length > 1 && round < questions.length && held) asked.push(held);
    }
    const base = taughtBase(set, taught);
    return asked.map((one) => askBoth(one, { plain, base, typos }));
  });
}

function othersQuestions(set: BenchSet, plain: KnowledgeBase, typos: boolean): Asked[] {
  const { base, untaught } = halfTaught(set);
  return untaught.map((one) => askBoth(one, { plain, base, typos }));
}

/** The share of questions without an answer that would be answered. */
function gapsAnswered(set: BenchSet, plain: KnowledgeBase) {
  const gaps = set.cases.filter((asked) => Object.keys(asked.relevant).length === 0);
  if (gaps.length === 0) return {};
  const { base } = halfTaught(set);
  const share = (of: KnowledgeBase) =>
    mean(gaps.map((asked) => (answer(of, ask(of, asked)).confidence.value >= sure ? 1 : 0))).toFixed(3);
  return { 'unanswerable, answered': `${share(plain)} → ${share(base)}` };
}

function halfTaught(set: BenchSet) {
  const halves = [...questionsByArticle(set)];
  const taught = new Map(halves.filter((_, at) => at % 2 === 0));
  const untaught = halves.filter((_, at) => at % 2 === 1).flatMap(([, questions]) => questions);
  return { base: taughtBase(set, taught), untaught };
}

function taughtBase(set: BenchSet, taught: ReadonlyMap<string, readonly Case[]>): KnowledgeBase {
  const base = knowledgeBaseOf(set.articles, meanings);
  for (const article of set.articles) {
    const questions = (taught.get(article.id) ?? []).slice(0, mostTaught);
    const segment = buildSegment(passagesOf(article));
    const asked = questions.map(({ id, text }) => ({ id: `?${id}`, text, answeredBy: null }));
    base.index.addSegment(segment, buildLearned(segment, asked));
    if (!meanings) continue;
    const { passages } = passagesOf(article);
    base.index.setVectors(article.id, new Map(passages.map((each) => [each.id, meanings.ofPassage(each)])));
  }
  return base;
}

function askBoth(asked: Case, { plain, base, typos }: { plain: KnowledgeBase; base: KnowledgeBase; typos: boolean }) {
  const text = (typos && misspelt.get(asked)) || asked.text;
  const found = ask(base, { text });
  return {
    without: judged(plain, ask(plain, { text }), asked),
    with: judged(base, found, asked),
    similarity: similarityOf(base, found),
  };
}

function judged(base: KnowledgeBase, found: RankingResult, { relevant }: Case) {
  const draft = answer(base, found);
  return { ...rankMeasures(rankedArticles(found), relevant), answers: draft.confidence.value >= sure ? 1 : 0 };
}

function similarityOf({ index }: KnowledgeBase, found: RankingResult): number {
  const document = index.passageAt(found.candidates[0]?.slot ?? -1)?.document;
  return document ? maxTaughtSimilarity(index, document, found.read) : 0;
}

function compared(asked: readonly Asked[]) {
  const pair = (name: 'ndcg10' | 'hit1' | 'hit3' | 'answers') =>
    `${mean(asked.map((one) => one.without[name])).toFixed(3)} → ${mean(asked.map((one) => one.with[name])).toFixed(3)}`;
  const precision = (which: 'without' | 'with') => {
    const given = asked.filter((one) => one[which].answers === 1);
    return mean(given.map((one) => one[which].hit1)).toFixed(3);
  };
  return {
    questions: asked.length,
    'nDCG@10': pair('ndcg10'),
    'hit@1': pair('hit1'),
    'hit@3': pair('hit3'),
    answered: pair('answers'),
    'answers right': `${precision('without')} → ${precision('with')}`,
  };
}

function bySimilarity(asked: readonly Asked[]) {
  const bins = Map.groupBy(asked, ({ similarity }) => Math.floor(similarity * 10) / 10);
  return [...bins]
    .toSorted(([one], [other]) => one - other)
    .map(([similarity, some]) => ({
      similarity,
      questions: some.length,
      right: mean(some.map((one) => one.with.hit1)).toFixed(3),
    }));
}

function questionsByArticle({ cases }: BenchSet): Map<string, Case[]> {
  const best = ({ relevant }: Case) => Object.entries(relevant).toSorted(([, one], [, other]) => other - one)[0]?.[0];
  const byArticle = new Map<string, Case[]>();
  for (const asked of cases) {
    const article = best(asked);
    if (article) byArticle.set(article, [...(byArticle.get(article) ?? []), asked]);
  }
  return byArticle;
}
