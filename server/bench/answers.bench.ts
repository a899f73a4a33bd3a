/** `npm run bench:answers -- --data DIR [--data DIR …] [--vectors]`: what becomes of questions, at the default thresholds. */
import { parseArgs } from 'node:util';
import { plainBm25 } from './baseline.ts';
import { answer, ask, type KnowledgeBase, knowledgeBaseOf } from './engine-under-test.ts';
import { auroc, calibrationError, mean, quantile } from './measures.ts';
import { type BenchSet, type Case, readAllSets } from './sets.ts';
import { type Meanings, meaningsOf } from './vectors.ts';

const thresholds = { answer: 0.7, clarify: 0.45 };

/** What an engine would say to one question: its first article, how sure it is, and what follows from that. */
interface Said {
  asked: Case;
  right: boolean;
  confidence: number;
  outcome: 'answer' | 'clarify' | 'escalate';
}

const { values } = parseArgs({
  options: { data: { type: 'string', multiple: true }, vectors: { type: 'boolean', default: false } },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');

const sets = readAllSets(values.data);
const meanings = values.vectors ? await meaningsOf(sets) : null;

console.table(
  sets.flatMap((set) => {
    const cases = set.cases.filter((asked) => wantsAnswer(asked) || wantsPeople(asked));
    return [
      row(set, 'frontdesk', frontdesk(set, cases, null)),
      ...(meanings ? [row(set, 'frontdesk, vectors', frontdesk(set, cases, meanings))] : []),
      row(set, 'plain BM25, threshold', baseline(set, cases)),
    ];
  }),
);

// Labels without a clear target (underspecified, adversarial) and those decided before retrieval (human_only) are left out.
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
  return { asked, confidence, right: isRight(asked, source), outcome: outcomeOf(confidence) };
}

function outcomeOf(confidence: number): Said['outcome'] {
  if (confidence >= thresholds.answer) return 'answer';
  return confidence >= thresholds.clarify ? 'clarify' : 'escalate';
}

/** BM25 with the best single score to cut at for this very set, which no real desk would know: it flatters the baseline. */
function baseline(set: BenchSet, cases: readonly Case[]): Said[] {
  const rank = plainBm25(set.articles);
  const scored = cases.map((asked) => ({ asked, first: rank(asked.text)[0] }));
  const cuts = Array.from({ length: 40 }, (_, at) => quantile(scored.map(scoreOf), at / 40));
  const cut = cuts.reduce((best, one) => (merit(scored, one) > merit(scored, best) ? one : best));
  return scored.map((one) => ({
    asked: one.asked,
    right: isRight(one.asked, one.first?.id),
    confidence: scoreOf(one),
    outcome: scoreOf(one) >= cut ? 'answer' : 'escalate',
  }));
}

interface Scored {
  asked: Case;
  first: { id: string; score: number } | undefined;
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

function row(set: BenchSet, engine: string, all: readonly Said[]) {
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
    // Of a mere score it means nothing.
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
