import type { CaseVerdict, Regression } from '@desk/contract/runs';
import type { SuiteCase } from '@desk/contract/suite';

/** The score of a case under the change (`after`) and under the saved state (`before`), which is null if the case passes. */
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

/** Why a change must not be saved. */
export interface Broken {
  regressions: Regression[];
  score: number;
  because: ('regressions' | 'critical' | 'score')[];
}

const scoreOf = ({ score }: CaseScore) => score ?? 0;

/**
 * Returns why a change breaks the gate, or null: more regressions than allowed, a regression of a critical case, or a score below the
 * minimum if the change lowers the score of any case. A suite that was already below the minimum must not prevent a fix.
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

/** The settings that affect decisions; others, such as the signature, need no gate. */
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

/** Selects the cases to rehearse before saving: critical ones first, then those with the greatest weight. */
export const casesOfGate = <C extends Pick<SuiteCase, 'critical' | 'weight'>>(cases: readonly C[], most: number): C[] =>
  cases
    .toSorted((one, other) => Number(other.critical) - Number(one.critical) || other.weight - one.weight)
    .slice(0, most);
