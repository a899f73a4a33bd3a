import type { Decision } from '@desk/contract/decisions';
import type { Assertion, CaseVerdict } from '@desk/contract/runs';
import type { Expectation, SuiteCase } from '@desk/contract/suite';
import { asRead } from '../../platform/text/as-read.logic.ts';

/** The decision about a turn, and the reply to the customer. */
export interface RehearsedReply {
  decision: Decision;
  /** Null if there is no reply. */
  words: string | null;
  /** The language of the reply; null if it cannot be detected. */
  language: string | null;
}

/** Whether a pattern occurs in a text, in linear time. */
export type Matches = (pattern: string, text: string) => boolean;

/** The weights of the four groups of assertions. A failed hard assertion makes the score 0. */
export const weights = { outcome: 0.4, sources: 0.25, content: 0.25, routing: 0.1 } as const;
type WeightedGroup = keyof typeof weights;

interface Judged extends Assertion {
  group: WeightedGroup;
  hard: boolean;
}

export interface Judgement {
  verdict: 'pass' | 'fail';
  score: number;
  assertions: Assertion[];
}

/** Compares the replies to the turns of a case with its expectations. */
export function judge(
  { turns, expect }: Pick<SuiteCase, 'turns' | 'expect'>,
  replies: readonly RehearsedReply[],
  matches: Matches,
): Judgement {
  const last = replies.at(-1);
  const judged = [
    ...turns.flatMap((turn, at) =>
      assertionsOf(`/turns/${at}/expect`, turn.expect ?? {}, { reply: replies[at], matches }),
    ),
    ...assertionsOf('/expect', expect, { reply: last, matches }),
  ];
  const passed = judged.every(({ ok }) => ok);
  return {
    verdict: passed ? 'pass' : 'fail',
    score: scoreOf(judged),
    assertions: judged.map(({ path, expected, actual, ok }) => ({ path, expected, actual, ok })),
  };
}

/** Returns the weighted share of assertions that hold in each group; 0 if a hard assertion fails. */
function scoreOf(judged: readonly Judged[]): number {
  if (judged.some(({ hard, ok }) => hard && !ok)) return 0;
  let [sum, total] = [0, 0];
  for (const [group, weight] of Object.entries(weights)) {
    const members = judged.filter((each) => each.group === group);
    if (members.length === 0) continue;
    total += weight;
    sum += (weight * members.filter(({ ok }) => ok).length) / members.length;
  }
  return total === 0 ? 1 : Math.round((sum / total) * 10_000) / 10_000;
}

interface JudgedReply {
  reply: RehearsedReply | undefined;
  matches: Matches;
}

function assertionsOf(path: string, expect: Expectation, { reply, matches }: JudgedReply): Judged[] {
  if (!reply) return Object.keys(expect).length > 0 ? [missing(path, expect)] : [];
  return [
    ...outcomeAssertions(path, expect, reply.decision),
    ...routingAssertions(path, expect, reply.decision),
    ...sourceAssertions(path, expect, citedIn(reply.decision)),
    ...answerAssertions(`${path}/answer`, expect.answer ?? {}, { reply, matches }),
  ];
}

const missing = (path: string, expected: Expectation): Judged => ({
  path,
  expected,
  actual: null,
  ok: false,
  group: 'outcome',
  hard: true,
});

function outcomeAssertions(
  path: string,
  { outcome, reason, confidence_min }: Expectation,
  decision: Decision,
): Judged[] {
  const soft = { group: 'outcome', hard: false } as const;
  const sure = decision.confidence?.value ?? null;
  return [
    ...ifExpected(outcome, (expected): Judged => ({
      path: `${path}/outcome`,
      expected,
      actual: decision.outcome,
      ok: decision.outcome === expected,
      group: 'outcome',
      hard: true,
    })),
    ...ifExpected(reason, (expected): Judged => ({
      path: `${path}/reason`,
      expected,
      actual: decision.reason,
      ok: decision.reason === expected,
      ...soft,
    })),
    ...ifExpected(confidence_min, (expected): Judged => ({
      path: `${path}/confidence_min`,
      expected,
      actual: sure,
      ok: sure !== null && sure >= expected,
      ...soft,
    })),
  ];
}

function routingAssertions(path: string, { destination, tags_include }: Expectation, decision: Decision): Judged[] {
  const to = decision.destination;
  const tags = decision.signals.tags;
  return [
    ...ifExpected(destination, (expected): Judged => ({
      path: `${path}/destination`,
      expected,
      actual: to && to.name,
      ok: to !== null && isNamed(expected, [to.id, to.name]),
      group: 'routing',
      hard: true,
    })),
    ...(tags_include ?? []).map((expected, at): Judged => ({
      path: `${path}/tags_include/${at}`,
      expected,
      actual: tags.map(({ name }) => name),
      ok: tags.some(({ id, name }) => isNamed(expected, [id, name])),
      group: 'routing',
      hard: false,
    })),
  ];
}

type CitedSources = NonNullable<Decision['answer']>['citations'];

/** The citations of an answer or draft. Other outcomes cite nothing. */
const citedIn = ({ outcome, answer }: Decision): CitedSources =>
  outcome === 'answer' || outcome === 'draft' ? (answer?.citations ?? []) : [];

function sourceAssertions(path: string, { sources_any, sources_none }: Expectation, cited: CitedSources): Judged[] {
  const actual = cited.map(({ title }) => title);
  const isCited = (source: string) =>
    cited.some(({ document_id, title, url }) => isNamed(source, [document_id, title, url]));
  return [
    ...ifExpected(sources_any, (expected): Judged => ({
      path: `${path}/sources_any`,
      expected,
      actual,
      ok: expected.some(isCited),
      group: 'sources',
      hard: false,
    })),
    ...(sources_none ?? []).map((expected, at): Judged => ({
      path: `${path}/sources_none/${at}`,
      expected,
      actual,
      ok: !isCited(expected),
      group: 'sources',
      hard: true,
    })),
  ];
}

function answerAssertions(
  path: string,
  expect: NonNullable<Expectation['answer']>,
  { reply, matches }: JudgedReply & { reply: RehearsedReply },
): Judged[] {
  const text = textOf(reply);
  // Include signature and disclosure: forbidden phrases must not occur anywhere.
  const everything = `${text}\n${reply.words ?? ''}`;
  const content = { actual: text, group: 'content', hard: false } as const;
  const each = (name: string, phrases: readonly string[] | undefined, holds: (phrase: string) => boolean): Judged[] =>
    (phrases ?? []).map((expected, at) => ({
      path: `${path}/${name}/${at}`,
      expected,
      ok: holds(expected),
      ...content,
    }));
  const words = text.split(/\s+/).filter(Boolean).length;
  return [
    ...each('must_include', expect.must_include, (phrase) => includes(text, phrase)),
    ...each('must_not_include', expect.must_not_include, (phrase) => !includes(everything, phrase)).map((one) => ({
      ...one,
      hard: true,
    })),
    ...each('must_match', expect.must_match, (pattern) => matches(pattern, text)),
    ...ifExpected(expect.language, (expected): Judged => ({
      ...content,
      path: `${path}/language`,
      expected,
      actual: reply.language,
      ok: reply.language !== null && primary(reply.language) === primary(expected),
    })),
    ...ifExpected(expect.max_words, (expected): Judged => ({
      ...content,
      path: `${path}/max_words`,
      expected,
      actual: words,
      ok: words <= expected,
    })),
  ];
}

/** The text for the customer: the answer's own words, or else those of a clarifying question or a handover. */
export function textOf({ decision, words }: Pick<RehearsedReply, 'decision' | 'words'>): string {
  const answered = decision.outcome === 'answer' || decision.outcome === 'draft';
  return (answered ? (decision.answer?.text ?? words) : words) ?? '';
}

const ifExpected = <T>(expected: T | undefined, assertion: (expected: T) => Judged): Judged[] =>
  expected === undefined ? [] : [assertion(expected)];

const isNamed = (expected: string, names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && asRead(name) === asRead(expected));

const includes = (text: string, phrase: string): boolean => asRead(text).includes(asRead(phrase));

const primary = (language: string): string => language.toLowerCase().split('-')[0] ?? '';

/** Combines several rehearsals of one case. If their verdicts differ, the case is flaky. The score is their mean. */
export function judgedTogether(judgements: readonly Judgement[]): {
  verdict: CaseVerdict;
  score: number;
  assertions: Assertion[];
} {
  const failed = judgements.find(({ verdict }) => verdict === 'fail');
  const passes = judgements.filter(({ verdict }) => verdict === 'pass').length;
  const score = judgements.reduce((sum, each) => sum + each.score, 0) / Math.max(1, judgements.length);
  const shown = failed ?? judgements[0];
  return {
    verdict: failed ? failedVerdict(passes) : 'pass',
    score: Math.round(score * 10_000) / 10_000,
    assertions: shown?.assertions ?? [],
  };
}

const failedVerdict = (passes: number): CaseVerdict => (passes > 0 ? 'flaky' : 'fail');
