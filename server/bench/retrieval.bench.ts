/** `npm run bench:retrieval -- --data DIR [--data DIR …] [--set NAME] [--vectors]`: measures the quality and the speed of retrieval. */
import { parseArgs } from 'node:util';
import { plainBm25 } from './measuring/baseline.ts';
import { answer, ask, type KnowledgeBase, knowledgeBaseOf, rankedArticles } from './measuring/engine-under-test.ts';
import { fullTextSearch } from './measuring/full-text-search.ts';
import { mean, rankMeasures, type RankMeasures, seeded } from './measuring/measures.ts';
import { passagesOf } from './corpora/chunks.ts';
import { type BenchSet, type Case, readAllSets } from './corpora/sets.ts';
import { timingRows } from './measuring/timing.ts';
import { withTypos } from './corpora/typos.ts';
import { meaningsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    set: { type: 'string' },
    vectors: { type: 'boolean', default: false },
    'no-timing': { type: 'boolean', default: false },
  },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');
const sets = readAllSets(values.data).filter((set) => !values.set || set.name === values.set);

const misspelt = new Map(sets.map((set) => [set, typosOf(set)]));
const titles = sets.flatMap(({ articles }) => articles.map(({ title }) => title));
const meanings = values.vectors ? await meaningsOf(sets, [...titles, ...[...misspelt.values()].flat()]) : null;

const rows = [];
for (const set of sets) rows.push(...(await qualityRows(set)));
console.table(rows);
if (!values['no-timing']) console.table(timingRows(sets));

async function qualityRows(set: BenchSet) {
  const cases = casesOf(set);
  const bm25 = plainBm25(set.articles);
  const byDatabase = await fullTextSearch(
    set.articles,
    cases.map((asked) => asked.text),
  );
  return [
    row(set, 'plain BM25', (asked) => bm25(asked.text).map((one) => one.id)),
    row(set, 'PostgreSQL full text', (asked) => byDatabase[cases.indexOf(asked)] ?? []),
    ...engineRows(set, 'frontdesk', knowledgeBaseOf(set.articles)),
    ...(meanings ? engineRows(set, 'frontdesk, vectors', knowledgeBaseOf(set.articles, meanings)) : []),
  ];
}

function engineRows(set: BenchSet, engine: string, base: KnowledgeBase) {
  const cases = casesOf(set);
  const typos = misspelt.get(set) ?? [];
  const rows = [
    {
      ...row(set, engine, (asked) => ranking(base, { text: asked.text })),
      ...shownRow(cases, base),
      ...byTitleRow(set, base),
    },
    row(set, `${engine}, typos`, (asked) => ranking(base, { text: typos[cases.indexOf(asked)] ?? '' })),
  ];
  const withHistory = cases.some((asked) => asked.history);
  return withHistory ? [...rows, row(set, `${engine}, history`, (asked) => ranking(base, asked))] : rows;
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

/** End to end: whether the quoted sentence contains the answer, and the shown section the evidence. */
function shownRow(cases: readonly Case[], base: KnowledgeBase) {
  const drafts = cases.map((asked) => ({ asked, draft: answer(base, ask(base, asked)) }));
  const quoted = drafts.filter(({ asked }) => asked.answers);
  const shown = drafts.filter(({ asked }) => asked.answers ?? asked.evidence);
  const share = (some: typeof drafts, textOf: (draft: ReturnType<typeof answer>) => string | undefined) =>
    some.length === 0
      ? undefined
      : rounded(mean(some.map(({ asked, draft }) => (holds(textOf(draft) ?? '', asked) ? 1 : 0))));
  return {
    'answer in sentence': share(quoted, (draft) => (draft.kind === 'draft' ? draft.citations[0]?.quote : '')),
    'in section': share(shown, (draft) => (draft.kind === 'draft' ? draft.text : '')),
  };
}

/** A question that is an article's title wants the article's beginning: the share in which that is shown. */
function byTitleRow({ articles }: BenchSet, base: KnowledgeBase) {
  const shown = articles.map((article) => {
    const opening = passagesOf(article).passages[0]?.text ?? '';
    const draft = answer(base, ask(base, { text: article.title }));
    return draft.kind === 'draft' && draft.text.includes(opening.slice(0, 60)) ? 1 : 0;
  });
  return { 'opening by title': rounded(mean(shown)) };
}

function holds(text: string, { answers, evidence }: Case): boolean {
  const plain = text.toLowerCase();
  return (answers ?? evidence ?? []).some((each) => plain.includes(each.toLowerCase()));
}

function row(set: BenchSet, engine: string, rank: (asked: Case) => string[]) {
  const cases = casesOf(set);
  const measured = cases.map((asked) => rankMeasures(rank(asked), asked.relevant));
  const average = (name: keyof RankMeasures) => rounded(mean(measured.map((one) => one[name])));
  return {
    set: set.name,
    engine,
    articles: set.articles.length,
    cases: cases.length,
    'nDCG@10': average('ndcg10'),
    'hit@1': average('hit1'),
    'hit@3': average('hit3'),
    MRR: average('mrr10'),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
