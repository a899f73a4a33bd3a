import { dotProduct } from '../../search/index/dot-product.logic.ts';
import { questionInMessage } from '../../search/question/question-in-message.logic.ts';
import { englishWords, isFamiliar, relatedStems } from '../../search/text/related-words.logic.ts';

/** A question: the stems of its meaningful words, and its embedding if there is a model. */
export interface GapQuestion {
  id: string;
  gapId: string | null;
  stems: ReadonlySet<string>;
  /** In unit length; all vectors that are compared come from one model. */
  vector: Float32Array | null;
}

interface GapGrouping {
  /** The gap of each new question. */
  gaps: Map<string, string>;
  /** Known gaps that new questions have shown to be the same. The older id is kept. */
  joined: { from: string; into: string }[];
}

/**
 * Assigns each new question to the gap with the most similar questions, or starts a new gap with it. A gap keeps its id as
 * it grows. The similarity is the mean over all questions of a gap, so that a chain of neighbours does not join everything.
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

/** The gaps that the question may belong to, nearest first. */
const nearTo = (asked: GapQuestion, gaps: ReadonlyMap<string, readonly GapQuestion[]>): string[] =>
  [...gaps]
    .map(([gapId, others]) => ({ gapId, similarity: meanSimilarity([asked], others) }))
    .filter(({ similarity }) => similarity >= 1)
    .toSorted((one, other) => other.similarity - one.similarity)
    .map(({ gapId }) => gapId);

/** Joins the other near gaps to the question's gap, if their questions are similar enough to be the same gap. */
function joinTo(home: string, others: readonly string[], gaps: Map<string, GapQuestion[]>): GapGrouping['joined'] {
  const joined: GapGrouping['joined'] = [];
  let here = home;
  for (const other of others) {
    const [ours = [], theirs = []] = [gaps.get(here), gaps.get(other)];
    if (meanSimilarity(ours, theirs) < 1) continue;
    // Ids are ordered by time.
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
 * Bounds at which the similarity is 1: from there on, two questions ask the same. `server/bench/gaps.bench.ts`: by words
 * alone, .95 of the pairs joined by the first bound belong together (clinc), .64 if all are about one subject (banking); it
 * finds .46 and .52 of the pairs that belong together. Words and vectors with the second bound: .88 and .46, and .77 and
 * .76.
 */
const sameInWords = 0.2;
const sameInBoth = 0.3;

function similarity(one: GapQuestion, other: GapQuestion): number {
  const words = wordsInCommon(one.stems, other.stems);
  if (!one.vector || !other.vector) return words / sameInWords;
  return (words + dotProduct(one.vector, other.vector)) / 2 / sameInBoth;
}

/** Related words count in part: "buy" and "purchase". */
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

/** A related word of the other question that is not matched yet. */
function relatedIn(
  stem: string,
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): string | undefined {
  if (!isFamiliar(englishWords, stem)) return undefined;
  return [...relatedStems(englishWords, [{ word: stem, stem }], 0)].find(
    (each) => other.has(each) && !one.has(each) && !taken.has(each),
  );
}

/** The label of a gap: its shortest question that is a sentence. */
export function labelOf(questions: readonly string[]): string {
  const lines = questions.map(questionInMessage);
  const sentences = lines.filter((line) => line.split(' ').length >= 3);
  const [shortest = ''] = (sentences.length > 0 ? sentences : lines).toSorted(
    (one, other) => one.length - other.length,
  );
  return shortest.length <= 120 ? shortest : `${shortest.slice(0, 119).trimEnd()}…`;
}
