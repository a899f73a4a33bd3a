import { parseArgs } from 'node:util';
import { plainBm25 } from './baseline.ts';
import { ask, type KnowledgeBase, knowledgeBaseOf, rankedArticles } from './engine-under-test.ts';
import { mean, rankMeasures, type RankMeasures, seeded } from './measures.ts';
import { type BenchSet, type Case, readAllSets } from './sets.ts';
import { timingRows } from './timing.ts';
import { withTypos } from './typos.ts';
import { meaningsOf } from './vectors.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    set: { type: 'string' },
    vectors: { type: 'boolean', default: false },
  },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');
const sets = readAllSets(values.data).filter((set) => !values.set || set.name === values.set);

const misspelt = new Map(sets.map((set) => [set, typosOf(set)]));
const meanings = values.vectors ? await meaningsOf(sets, [...misspelt.values()].flat()) : null;

console.table(sets.flatMap(qualityRows));
console.table(timingRows(sets));

function qualityRows(set: BenchSet) {
  const baseline = plainBm25(set.articles);
  const cases = casesOf(set);
  return [
    row(set, 'plain BM25', cases, (asked) => baseline(asked.text).map((one) => one.id)),
    ...engineRows(set, 'frontdesk', knowledgeBaseOf(set.articles)),
    ...(meanings ? engineRows(set, 'frontdesk, vectors', knowledgeBaseOf(set.articles, meanings)) : []),
  ];
}

function engineRows(set: BenchSet, engine: string, base: KnowledgeBase) {
  const cases = casesOf(set);
  const typos = misspelt.get(set) ?? [];
  const rows = [
    row(set, engine, cases, (asked) => ranking(base, { text: asked.text })),
    row(set, `${engine}, typos`, cases, (asked) => ranking(base, { text: typos[cases.indexOf(asked)] ?? '' })),
  ];
  const withHistory = cases.some((asked) => asked.history);
  return withHistory ? [...rows, row(set, `${engine}, history`, cases, (asked) => ranking(base, asked))] : rows;
}

function casesOf(set: BenchSet): Case[] {
  return set.cases.filter((asked) => Object.keys(asked.relevant).length > 0);
}

function typosOf(set: BenchSet): string[] {
  const random = seeded(7);
  return casesOf(set).map((asked) => withTypos(asked.text, 0.35, random));
}

function ranking(base: KnowledgeBase, asked: Pick<Case, 'text' | 'history'>): string[] {
  return rankedArticles(ask(base, asked));
}

function row(set: BenchSet, engine: string, cases: readonly Case[], rank: (asked: Case) => string[]) {
  const measured = cases.map((asked) => rankMeasures(rank(asked), asked.relevant));
  const average = (name: keyof RankMeasures) => Number(mean(measured.map((one) => one[name])).toFixed(3));
  const articles = set.articles.length;
  return {
    set: set.name,
    engine,
    articles,
    cases: cases.length,
    'nDCG@10': average('ndcg10'),
    'hit@1': average('hit1'),
    'hit@3': average('hit3'),
    MRR: average('mrr10'),
  };
}
