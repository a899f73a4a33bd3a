import Type, { type Static } from 'typebox';
import { Decision, outcomes } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Omissible, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';
import { Overlay } from './simulation.ts';
import { CaseId, SuiteCase } from './suite.ts';

export const runStatuses = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];
export const runVerdicts = ['passed', 'failed', 'inconclusive'] as const;
export type RunVerdict = (typeof runVerdicts)[number];
/** `error`: it could not be rehearsed. `flaky`: its repetitions disagree. `skipped`: disabled, or it expects nothing. */
export const caseVerdicts = ['pass', 'fail', 'flaky', 'error', 'skipped'] as const;
export type CaseVerdict = (typeof caseVerdicts)[number];

export const Assertion = Type.Object({
  /** JSON Pointer to the expectation within the case. */
  path: Type.String(),
  expected: Type.Unknown(),
  actual: Type.Unknown(),
  ok: Type.Boolean(),
});
export type Assertion = Static<typeof Assertion>;

export const CaseResult = Type.Object({
  case_id: CaseId,
  name: Type.String(),
  critical: Type.Boolean(),
  /** Null until the case has run. */
  verdict: Nullable(Type.Enum(caseVerdicts)),
  score: Nullable(Type.Number()),
  assertions: Type.Array(Assertion),
  /** The decision of the last turn. Null if the case has not run, if it failed with an error, or if decisions were not requested. */
  decision: Nullable(Decision),
  /** Why it could not be rehearsed. */
  error: Nullable(Sentence),
  duration_ms: Nullable(Type.Integer()),
});
export type CaseResult = Static<typeof CaseResult>;

/** Contains the case as it was rehearsed, since it may have been edited later. */
export const RehearsedCase = Type.Object({ ...CaseResult.properties, case: SuiteCase });
export type RehearsedCase = Static<typeof RehearsedCase>;

export const Regression = Type.Object({ case_id: CaseId, name: Type.String(), critical: Type.Boolean() });
export type Regression = Static<typeof Regression>;

const runMembers = {
  id: Id,
  status: Type.Enum(runStatuses),
  verdict: Nullable(Type.Enum(runVerdicts)),
  trigger: Type.Object({ type: Type.String(), id: Type.String(), name: Nullable(Type.String()) }),
  suite_version: Type.Integer(),
  /** False if it was started for some of the cases only. */
  covers_suite: Type.Boolean(),
  /** The basis of the run: the versions of settings, policy and knowledge, and the engine. */
  snapshot: Type.Record(Type.String(), Type.Unknown()),
  overlay: Nullable(Type.Unknown()),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  counts: Type.Object({
    pass: Type.Integer(),
    fail: Type.Integer(),
    flaky: Type.Integer(),
    error: Type.Integer(),
    skipped: Type.Integer(),
  }),
  score: Nullable(Type.Number()),
  /** Null until the run starts, unless the request named one. */
  baseline_run_id: Nullable(Id),
  regressions: Type.Array(Regression),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  version: Type.Integer(),
};

export const RunSummary = Type.Object(runMembers);
export type RunSummary = Static<typeof RunSummary>;
export const Run = Type.Object({ ...runMembers, results: Type.Array(CaseResult) });
export type Run = Static<typeof Run>;

export const StartRun = Strict({
  case_ids: Type.Optional(Type.Array(CaseId, { minItems: 1, maxItems: 5_000 })),
  /** Runs the cases that have at least one of these tags. */
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 50 })),
  overlay: Type.Optional(Overlay),
  /** Default: at the start, the last completed run of the whole suite without an overlay; for some cases also one with all of them. */
  baseline_run_id: Type.Optional(Nullable(Id)),
});
export type StartRun = Static<typeof StartRun>;

const Said = Type.Object({
  verdict: Nullable(Type.Enum(caseVerdicts)),
  outcome: Nullable(Type.Enum(outcomes)),
  reason: Nullable(Type.String()),
  destination: Nullable(Type.String()),
  answer: Nullable(Type.String()),
});
export const Difference = Type.Object({ ...Regression.properties, base: Said, run: Said });
export type Difference = Static<typeof Difference>;

export const Comparison = Type.Object({
  run_id: Id,
  base_run_id: Id,
  /** Cases that passed in the baseline and no longer do; critical ones first. */
  broken: Type.Array(Difference),
  fixed: Type.Array(Difference),
  /** Cases whose verdict is neither better nor worse, but whose reply has changed. */
  changed: Type.Array(Difference),
  same: Type.Integer(),
  /** Cases that are in only one of the two runs. */
  added: Type.Array(CaseId),
  removed: Type.Array(CaseId),
  /** Cases of both runs that one of them has not reached: it was cancelled, broke, or is not over. */
  unreached: Type.Array(CaseId),
});
export type Comparison = Static<typeof Comparison>;

const tag = 'Validation';
const base = '/api/knowledge/validation';

export const runSuite = endpoint({
  method: 'POST',
  path: `${base}/suite/run`,
  operation: 'runSuite',
  summary: 'Rehearse the suite in the background; an organization has one run at a time',
  tag,
  body: Omissible(StartRun),
  limit: { times: 200, seconds: 86_400 },
  reply: { 202: RunSummary },
});
export const listRuns = endpoint({
  method: 'GET',
  path: `${base}/runs`,
  operation: 'listRuns',
  summary: 'Runs of the suite, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(RunSummary) },
});
export const readRun = endpoint({
  method: 'GET',
  path: `${base}/runs/:id`,
  operation: 'readRun',
  summary: 'A run with the result of each case; as a table or a JUnit report with format=csv or format=junit',
  tag,
  params: IdParams,
  query: Strict({
    format: Type.Optional(Type.Enum(['json', 'csv', 'junit'])),
    /** `none`: without the decisions, which are megabytes for a large suite. */
    decisions: Type.Optional(Type.Enum(['all', 'none'])),
  }),
  reply: { 200: Run },
  sends: { 'application/json': Run, 'text/csv': Type.String(), 'application/xml': Type.String() },
});
export const deleteRun = endpoint({
  method: 'DELETE',
  path: `${base}/runs/:id`,
  operation: 'deleteRun',
  summary: 'Delete a run that has ended, with its results',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
export const readCaseResult = endpoint({
  method: 'GET',
  path: `${base}/runs/:id/results/:case_id`,
  operation: 'readCaseResult',
  summary: 'What became of one case in a run, with what was decided and the case as it was then',
  tag,
  params: Strict({ id: Id, case_id: CaseId }),
  reply: { 200: RehearsedCase },
});
export const cancelRun = endpoint({
  method: 'POST',
  path: `${base}/runs/:id/cancel`,
  operation: 'cancelRun',
  summary: 'Stop a run after the current case',
  tag,
  params: IdParams,
  reply: { 200: RunSummary },
});
export const compareRuns = endpoint({
  method: 'GET',
  path: `${base}/runs/:id/compare`,
  operation: 'compareRuns',
  summary: 'What differs between a run and another one',
  tag,
  params: IdParams,
  query: Strict({ base: Type.Optional(Id) }),
  reply: { 200: Comparison },
});
