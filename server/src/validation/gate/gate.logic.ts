import type { CaseVerdict, Regression } from '@desk/contract/runs';
import type { SuiteCase } from '@desk/contract/suite';

/** A case under the proposed change, and as things are saved; a case that passes is not rehearsed as saved. */
export interface GateCase {
  rehearsed: Pick<SuiteCase, 'id' | 'name' | 'critical' | 'weight'>;
  after: CaseScore;
  before: CaseScore | null;
}

interface CaseScore {
  verdict: CaseVerdict;
  score: number | null;
}

export interface GateTerms {
  max_regressions: number;
  min_score: number;
}

/** Null when the change may be saved. */
export interface Broken {
  regressions: Regression[];
  score: number;
  because: ('regressions' | 'critical' | 'score')[];
}

const scoreOf = ({ score }: CaseScore) => score ?? 0;

/**
 * A change breaks the gate with more regressions than are allowed, with one of a critical case, or with a score that is too low and that
 * the change has made lower: a suite that was red before must not keep anybody from fixing it.
 */
export function brokenBy(tried: readonly GateCase[], { max_regressions, min_score }: GateTerms): Broken | null {
  const regressions = tried
    .filter(({ after, before }) => after.verdict !== 'pass' && before?.verdict === 'pass')
    .map(({ rehearsed: { id, name, critical } }) => ({ case_id: id, name, critical }))
    .toSorted((one, other) => Number(other.critical) - Number(one.critical));
  const weight = tried.reduce((sum, { rehearsed }) => sum + rehearsed.weight, 0);
  const sum = tried.reduce((all, { rehearsed, after }) => all + rehearsed.weight * scoreOf(after), 0);
  const score = weight === 0 ? 1 : Math.round((sum / weight) * 10_000) / 10_000;
  const lowered = tried.some(({ after, before }) => before !== null && scoreOf(after) < scoreOf(before));
  const because: Broken['because'] = [
    ...(regressions.length > max_regressions ? (['regressions'] as const) : []),
    ...(regressions.some(({ critical }) => critical) ? (['critical'] as const) : []),
    ...(score < min_score && lowered ? (['score'] as const) : []),
  ];
  return because.length > 0 ? { regressions, score, because } : null;
}

/** The settings that decide what becomes of a message; a signature breaks no rule. */
export const decidingSettings = [
  'thresholds',
  'max_ai_turns',
  'max_clarifications',
  'default_language',
  'allowed_languages',
  'timezone',
  'business_hours',
  'holidays',
  'default_destination_id',
] as const;

/** The cases that are asked before something is saved: critical ones first, then the weightiest. */
export const casesOfGate = <C extends Pick<SuiteCase, 'critical' | 'weight'>>(cases: readonly C[], most: number): C[] =>
  cases
    .toSorted((one, other) => Number(other.critical) - Number(one.critical) || other.weight - one.weight)
    .slice(0, most);
