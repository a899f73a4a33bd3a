import { questionInMessage } from '../../search/question/question-in-message.logic.ts';
import { isFamiliar, relatedStems } from '../../search/text/related-words.logic.ts';

/** A question by the words that matter in it, and by what it means where a model has read it. */
export interface GapQuestion {
  id: string;
  gapId: string | null;
  stems: ReadonlySet<string>;
  /** In unit length; all that are compared with each other come from one model. */
  vector: Float32Array | null;
}

interface GapGrouping {
  /** The gap of each new question. */
  gaps: Map<string, string>;
  /** Known gaps that the new questions have shown to be one. The older one's id stays. */
  joined: { from: string; into: string }[];
}

/**
 * Gives each new question the gap whose questions are most like it, or makes it the first of a gap of its own. A gap keeps its
 * id as it grows. Similarity is taken over all questions of a gap, so that a chain of neighbours does not make one gap of everything.
 */
export function groupingOf(fresh: readonly GapQuestion[], known: readonly GapQuestion[]): GapGrouping {
  const gaps = new Map<string, GapQuestion[]>();
  for (const asked of known) if (asked.gapId !== null) gaps.set(asked.gapId, [...(gaps.get(asked.gapId) ?? []), asked]);
  const joined: GapGrouping['joined'] = [];
  for (const asked of fresh) {
    const [home = asked.id, ...others] = nearTo(asked, gaps);
    gaps.set(home, [...(gaps.get(home) ?? []), asked]);
    joined.push(...joinTo(home, others, gaps));
  }
  const isFresh = new Set(fresh.map(({ id }) => id));
  const placed = [...gaps].flatMap(([gapId, all]) => all.map(({ id }) => [id, gapId] as const));
  return { gaps: new Map(placed.filter(([id]) => isFresh.has(id))), joined };
}

/** The gaps that the question may belong to, the nearest first. */
const nearTo = (asked: GapQuestion, gaps: ReadonlyMap<string, readonly GapQuestion[]>): string[] =>
  [...gaps]
    .map(([gapId, others]) => ({ gapId, similarity: meanSimilarity([asked], others) }))
    .filter(({ similarity }) => similarity >= 1)
    .toSorted((one, other) => other.similarity - one.similarity)
    .map(({ gapId }) => gapId);

/** What a new question is near to as well may be the same gap, known by halves until now. */
function joinTo(home: string, others: readonly string[], gaps: Map<string, GapQuestion[]>): GapGrouping['joined'] {
  const joined: GapGrouping['joined'] = [];
  let here = home;
  for (const other of others) {
    const [ours = [], theirs = []] = [gaps.get(here), gaps.get(other)];
    if (meanSimilarity(ours, theirs) < 1) continue;
    // Ids are in the order of time.
    const [into, from] = here < other ? [here, other] : [other, here];
    gaps.delete(from);
    gaps.set(into, [...ours, ...theirs]);
    joined.push({ from, into });
    here = into;
  }
  return joined;
}

function meanSimilarity(some: readonly GapQuestion[], others: readonly GapQuestion[]): number {
  let sum = 0;
  for (const one of some) for (const other of others) sum += similarity(one, other);
  return sum / (some.length * others.length);
}

/**
 * From 1 on, two questions ask the same. `server/bench/gaps.bench.ts`: of the pairs that the first bound puts together .95 belong
 * together (clinc), .64 where all are about one subject (banking); of the pairs that do it finds .46 and .52. Words and vectors
 * with the second bound: .88 and .46, and .77 and .76.
 */
const sameInWords = 0.2;
const sameInBoth = 0.3;

function similarity(one: GapQuestion, other: GapQuestion): number {
  const words = wordsInCommon(one.stems, other.stems);
  if (!one.vector || !other.vector) return words / sameInWords;
  return (words + dotProduct(one.vector, other.vector)) / 2 / sameInBoth;
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** A word that may stand for another one counts in part: "buy" and "purchase". */
const related = 0.7;

function wordsInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  const taken = new Set<string>();
  for (const stem of one) {
    const match = other.has(stem) ? stem : relatedIn(stem, one, other, taken);
    if (match === undefined) continue;
    taken.add(match);
    common += match === stem ? 1 : related;
  }
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

/** A word of the other question that stands for this one, and for none of those before it. */
function relatedIn(
  stem: string,
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): string | undefined {
  if (!isFamiliar(stem)) return undefined;
  return [...relatedStems([{ word: stem, stem }], 0)].find(
    (each) => other.has(each) && !one.has(each) && !taken.has(each),
  );
}

/** The shortest question of a gap that is a sentence names it best. */
export function labelOf(questions: readonly string[]): string {
  const lines = questions.map(questionInMessage);
  const sentences = lines.filter((line) => line.split(' ').length >= 3);
  const [shortest = ''] = (sentences.length > 0 ? sentences : lines).toSorted(
    (one, other) => one.length - other.length,
  );
  return shortest.length <= 120 ? shortest : `${shortest.slice(0, 119).trimEnd()}…`;
}
