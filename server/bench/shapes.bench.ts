/**
 * `npx node server/bench/shapes.bench.ts --data DIR [--data DIR …] [--vectors]`: what becomes of questions at the default threshold when
 * a knowledge base is one article, a few, or a handbook uploaded as one document. "own" questions have an answer in it, "near" ones ask
 * for another article of the same set, "far" ones come from another set.
 */
import { parseArgs } from 'node:util';
import { type Article, type BenchSet, type Case, readAllSets } from './corpora/sets.ts';
import { type Meanings, meaningsOf } from './corpora/vectors.ts';
import { answer, ask, knowledgeBaseOf } from './measuring/engine-under-test.ts';
import { mean, seeded } from './measuring/measures.ts';
import { shuffled as shuffledWith } from './measuring/samples.ts';

const threshold = 0.7;
/** Bases drawn of each set and size, questions of each kind, and articles of a handbook. */
const draws = 24;
const mostQuestions = 12;
const mostArticles = 60;

interface Shape {
  name: string;
  articles: Article[];
  /** The original articles that it contains. */
  contains: ReadonlySet<string>;
}

interface Asked {
  shape: string;
  kind: 'own' | 'near' | 'far';
  answered: boolean;
}

const { values } = parseArgs({
  options: { data: { type: 'string', multiple: true }, vectors: { type: 'boolean', default: false } },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');

const random = seeded(7);
const shuffled = <Item>(items: readonly Item[]) => shuffledWith(items, random);
const sets = readAllSets(values.data);
const shaped = sets.map((set) => ({ set, shapes: shapesOf(set) }));
const meanings = values.vectors ? await meaningsOf(shaped.map(withHandbooks)) : null;
const asked = shaped.flatMap(({ set, shapes }) => shapes.flatMap((shape) => askAll(set, shape, meanings)));

console.table(
  [...Map.groupBy(asked, ({ shape }) => shape)].map(([shape, all]) => ({
    shape,
    questions: all.length,
    'own answered': shareOf(all, 'own'),
    'near answered': shareOf(all, 'near'),
    'far answered': shareOf(all, 'far'),
  })),
);

function shapesOf(set: BenchSet): Shape[] {
  const small = [1, 2, 3, 5, 8].flatMap((size) =>
    Array.from({ length: Math.ceil(draws / size) }, () => few(set, size)),
  );
  return [...small, ...handbooks(set)];
}

// At least one of them answers a question of the set.
function few(set: BenchSet, size: number): Shape {
  const first = shuffled(set.cases.flatMap(({ relevant }) => Object.keys(relevant)))[0];
  const others = shuffled(set.articles.filter(({ id }) => id !== first)).slice(0, size - 1);
  const articles = [...set.articles.filter(({ id }) => id === first), ...others];
  return { name: String(size), articles, contains: new Set(articles.map(({ id }) => id)) };
}

function handbooks(set: BenchSet): Shape[] {
  const drawn = shuffled(set.articles);
  const bound = drawn.slice(0, Math.min(mostArticles, Math.ceil(drawn.length * 0.7)));
  const beside = drawn.slice(bound.length, bound.length + 2);
  const chapters = bound.map(({ title, text }) => `# ${title}\n\n${text.replaceAll('\n#', '\n##')}`);
  const handbook = { id: `${set.name} handbook`, title: 'Handbook', text: chapters.join('\n\n') };
  const shape = (name: string, more: readonly Article[]): Shape => ({
    name,
    articles: [handbook, ...more],
    contains: new Set([...bound, ...more].map(({ id }) => id)),
  });
  return [shape('handbook', []), shape('handbook and two articles', beside)];
}

// With the handbooks, which are new passages to embed.
function withHandbooks({ set, shapes }: { set: BenchSet; shapes: readonly Shape[] }): BenchSet {
  const added = shapes.flatMap(({ articles }) => articles.filter(({ id }) => id.endsWith('handbook')));
  return { ...set, articles: [...set.articles, ...added] };
}

function askAll(set: BenchSet, { name, articles, contains }: Shape, meant: Meanings | null): Asked[] {
  const base = knowledgeBaseOf(articles, meant);
  const isOwn = ({ relevant }: Case) => Object.keys(relevant).some((id) => contains.has(id));
  const most = name.startsWith('handbook') ? 5 * mostQuestions : mostQuestions;
  const strangers = sets
    .filter((other) => other.name.slice(0, 3) !== set.name.slice(0, 3))
    .flatMap(({ cases }) => cases.filter(({ label }) => label === 'answerable'));
  const kinds = {
    own: set.cases.filter((one) => one.label === 'answerable' && isOwn(one)),
    near: set.cases.filter((one) => !isOwn(one)),
    far: strangers,
  };
  return (['own', 'near', 'far'] as const).flatMap((kind) =>
    shuffled(kinds[kind])
      .slice(0, most)
      .map((one): Asked => {
        const { confidence } = answer(base, ask(base, one));
        return { shape: name, kind, answered: confidence.value >= threshold };
      }),
  );
}

function shareOf(all: readonly Asked[], kind: Asked['kind']): number {
  const of = all.filter((one) => one.kind === kind);
  return Number(mean(of.map(({ answered }) => (answered ? 1 : 0))).toFixed(3));
}
