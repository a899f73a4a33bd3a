/** `npm run bench:answers -- --data DIR [--data DIR …] [--vectors]`: measures the outcomes of questions at the default thresholds. */
import { parseArgs } from 'node:util';
import { plainBm25 } from './measuring/baseline.ts';
import { answer, ask, type KnowledgeBase, knowledgeBaseOf, rankedArticles } from './measuring/engine-under-test.ts';
import { auroc, calibrationError, mean, quantile } from './measuring/measures.ts';
import { type BenchSet, type Case, readAllSets } from './corpora/sets.ts';
import { type Meanings, meaningsOf } from './corpora/vectors.ts';
import { readSignals } from '../src/support/signals/signals.logic.ts';

const thresholds = { answer: 0.7, clarify: 0.45 };

/** An engine's result for one question: whether its first article is right, its confidence, and the outcome. */
interface Said {
  asked: Case;
  right: boolean;
  /** Whether the right article is among the first three. */
  rightOfThree: boolean;
  confidence: number;
  outcome: 'answer' | 'clarify' | 'escalate';
}

const { values } = parseArgs({
  options: { data: { type: 'string', multiple: true }, vectors: { type: 'boolean', default: false } },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');

const sets = readAllSets(values.data);
const meanings = values.vectors ? await meaningsOf(sets) : null;

const measured = sets.flatMap((set) => {
  const cases = set.cases.filter((asked) => wantsAnswer(asked) || wantsPeople(asked));
  return [
    { set, engine: 'frontdesk', all: frontdesk(set, cases, null) },
    ...(meanings ? [{ set, engine: 'frontdesk, vectors', all: frontdesk(set, cases, meanings) }] : []),
    { set, engine: 'plain BM25, threshold', all: baseline(set, cases) },
  ];
});
console.table(measured.map(row));
console.table(measured.map(escalationRow));

// Leaves out labels without a clear target (underspecified, adversarial) and those decided before retrieval (human_only).
function wantsAnswer({ label }: Case): boolean {
  return label === 'answerable';
}

function wantsPeople({ label }: Case): boolean {
  return ['kb_gap', 'far', 'unanswerable'].includes(label);
}

function frontdesk(set: BenchSet, cases: readonly Case[], known: Meanings | null): Said[] {
  const base = knowledgeBaseOf(set.articles, known);
  return cases.map((asked) => said(base, asked));
}

function said(base: KnowledgeBase, asked: Case): Said {
  const found = ask(base, asked);
  const draft = answer(base, found);
  const source = draft.kind === 'draft' ? draft.citations[0]?.documentId : undefined;
  const confidence = draft.kind === 'draft' ? draft.confidence.value : 0;
  const outcome = outcomeOf(confidence);
  return {
    asked,
    confidence,
    outcome,
    right: isRight(asked, source),
    rightOfThree: isAmong(asked, rankedArticles(found)),
  };
}

function outcomeOf(confidence: number): Said['outcome'] {
  if (confidence >= thresholds.answer) return 'answer';
  return confidence >= thresholds.clarify ? 'clarify' : 'escalate';
}

/** BM25 with the best score threshold for this very set, which no real desk would know: it flatters the baseline. */
function baseline(set: BenchSet, cases: readonly Case[]): Said[] {
  const rank = plainBm25(set.articles);
  const scored = cases.map((asked) => ({ asked, found: rank(asked.text) })).map(firstOf);
  const cuts = Array.from({ length: 40 }, (_, at) => quantile(scored.map(scoreOf), at / 40));
  const cut = cuts.reduce((best, one) => (merit(scored, one) > merit(scored, best) ? one : best));
  return scored.map((one) => ({
    asked: one.asked,
    right: isRight(one.asked, one.first?.id),
    rightOfThree: isAmong(one.asked, one.ids),
    confidence: scoreOf(one),
    outcome: scoreOf(one) >= cut ? 'answer' : 'escalate',
  }));
}

interface Scored {
  asked: Case;
  first: { id: string; score: number } | undefined;
  ids: string[];
}

function firstOf({ asked, found }: { asked: Case; found: { id: string; score: number }[] }): Scored {
  return { asked, first: found[0], ids: found.map(({ id }) => id) };
}

function scoreOf({ first }: Scored): number {
  return first?.score ?? 0;
}

function merit(scored: readonly Scored[], cut: number): number {
  const answered = scored.filter((one) => wantsAnswer(one.asked));
  const others = scored.filter((one) => wantsPeople(one.asked));
  const right = share(answered, (one) => scoreOf(one) >= cut && isRight(one.asked, one.first?.id));
  return right + share(others, (one) => scoreOf(one) < cut);
}

function isRight({ relevant }: Case, article: string | undefined): boolean {
  return article !== undefined && (relevant[article] ?? 0) > 0;
}

function isAmong(asked: Case, articles: readonly string[]): boolean {
  return articles.slice(0, 3).some((article) => isRight(asked, article));
}

interface Measured {
  set: BenchSet;
  engine: string;
  all: readonly Said[];
}

/**
 * How well confidence separates questions to answer from questions to pass on (docs/ranking.md). Of the questions without an
 * answer, only those with a missing article and those of another domain count: "unanswerable" ones are close to an article on purpose.
 */
function escalationRow({ set, engine, all }: Measured) {
  const core = all.filter(({ asked: { label } }) => ['answerable', 'kb_gap', 'far'].includes(label));
  const surest = [...core].sort((one, other) => other.confidence - one.confidence).slice(0, core.length / 2);
  const answered = core.filter(isAnswer);
  const far = core.filter(({ asked: { label } }) => label === 'far');
  const forPeople = set.cases.filter(({ label }) => label === 'human_only');
  const confidences = (has: (one: Said) => boolean) => core.filter(has).map((one) => one.confidence);
  const apart = (has: (one: Said) => boolean) =>
    rounded(
      auroc(
        confidences(has),
        confidences((one) => !has(one)),
      ),
    );
  return {
    set: set.name,
    engine,
    questions: core.length,
    auroc: apart((one) => one.right),
    'auroc, of three': apart((one) => one.rightOfThree),
    'precision of the surer half': share(surest, (one) => one.right),
    '… of three': share(surest, (one) => one.rightOfThree),
    coverage: share(core, isAnswer),
    'precision of answers': share(answered, (one) => one.right),
    '… of three ': share(answered, (one) => one.rightOfThree),
    'far answered': far.length === 0 ? undefined : share(far, isAnswer),
    'for people, not seen': forPeople.length === 0 ? undefined : share(forPeople, passesTheGate),
  };
}

function isAnswer({ outcome }: Said): boolean {
  return outcome === 'answer';
}

/** Checked before retrieval, because retrieval's confidence cannot detect these requests. */
function passesTheGate({ text }: Case): boolean {
  const { asksForHuman, humanOnly } = readSignals(text, { history: [] });
  return !asksForHuman && !humanOnly;
}

function row({ set, engine, all }: Measured) {
  const answerable = all.filter((one) => wantsAnswer(one.asked));
  const others = all.filter((one) => wantsPeople(one.asked));
  const answered = all.filter((one) => one.outcome === 'answer');
  const confidences = (right: boolean) => all.filter((one) => one.right === right).map((one) => one.confidence);
  return {
    set: set.name,
    engine,
    articles: set.articles.length,
    answerable: answerable.length,
    'right source': share(answerable, (one) => one.outcome === 'answer' && one.right),
    'wrong source': share(answerable, (one) => one.outcome === 'answer' && !one.right),
    'asked back': share(answerable, (one) => one.outcome === 'clarify'),
    others: others.length,
    'to people': share(others, (one) => one.outcome === 'escalate'),
    'answered, though': share(others, (one) => one.outcome === 'answer'),
    precision: share(answered, (one) => one.right),
    // The calibration error of a plain score has no meaning.
    ece: engine.startsWith('frontdesk')
      ? rounded(calibrationError(all.map((one) => ({ value: one.confidence, right: one.right }))))
      : undefined,
    auroc: rounded(auroc(confidences(true), confidences(false))),
  };
}

function share<Item>(items: readonly Item[], has: (item: Item) => boolean): number {
  return rounded(mean(items.map((item) => (has(item) ? 1 : 0))));
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
