import type { Analysis, readKnowledgeAnalysis } from '@desk/contract/analysis';
import type { QueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { healthOf } from '../health/health.logic.ts';
import { healthTrend } from '../health/health.store.ts';
import { collectionStates } from '../../library/collections/collections.store.ts';
import { examineKnowledge } from '../examination/examine.actions.ts';
import { withPlaces } from '../findings/findings.actions.ts';
import { gravestFindings } from '../findings/findings.store.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import type { ReadModel } from '../read-model/apply-changes.actions.ts';
import { forgetReadModel, withReadModel } from '../read-model/read-model.ts';
import { documentsAt, examinationState } from '../read-model/read-model.store.ts';
import type { CaseSources, SuiteSources } from '../health/suite-coverage.logic.ts';
import { reprobeOldest } from '../../search/probes/probes.actions.ts';
import { reportOf, type Report } from '../health/report.logic.ts';
import { askedOf } from '../use/gap-report.actions.ts';

/** The milliseconds that each part of a refresh may take, because a person waits for it. */
const refreshForMilliseconds = 2_000;
const mostFindings = 200;
const trendDays = 90;

/** The interface of the module that keeps the test suite. */
export interface SuiteNeighbour {
  versionOfSuite(tx: Tx, scope: OrganizationScope): Promise<number>;
  /** Returns the sources of the enabled cases. */
  sourcesOfCases(tx: Tx, scope: OrganizationScope): Promise<CaseSources[]>;
}

/**
 * Counts and readiness are live. Findings and gaps are those of the last examination; a new one is enqueued if the
 * knowledge has changed since or an hour has passed. Values that are not measured yet are null, never a guess. Unchanged
 * data is not read again (`read-model/`).
 */
export async function analyse(
  desk: Desk,
  scope: OrganizationScope,
  { query, suite }: { query: QueryOf<typeof readKnowledgeAnalysis>; suite: SuiteNeighbour },
): Promise<Analysis> {
  if (query.refresh) {
    await reprobeOldest(desk, scope, refreshForMilliseconds);
    await examineKnowledge(desk, scope, refreshForMilliseconds);
    forgetReadModel(desk, scope);
  }
  const analysis = await withReadModel(desk, scope, async (readModel, tx) => {
    const examination = await examinationState(tx, scope);
    return analysisOf(desk, tx, scope, { readModel, examination, suite, collectionId: query.collection_id });
  });
  if (!analysis.findings_current) await inScope(desk.db, scope, (tx) => announceKnowledgeChange(desk, tx, scope));
  return analysis;
}

type ExaminationState = Awaited<ReturnType<typeof examinationState>>;

const hour = 3_600_000;

const isOld = ({ revision, examined }: ExaminationState, now: Date): boolean =>
  examined ? examined.revision !== revision || now.getTime() - examined.at.getTime() > hour : revision > 0;

interface AnalysisInput {
  readModel: ReadModel;
  examination: ExaminationState;
  suite: SuiteNeighbour;
  collectionId: string | undefined;
}

async function analysisOf(desk: Desk, tx: Tx, scope: OrganizationScope, input: AnalysisInput): Promise<Analysis> {
  const { readModel, examination } = input;
  const now = desk.clock.now();
  const { condition, totals, readiness, usage, suite_coverage, findings } = await currentReport(tx, scope, input, now);
  const health = healthOf(condition, await askedOf(tx, scope, readModel, now));
  return {
    generated_at: now.toISOString(),
    revision: examination.revision,
    health: { ...health, trend: await trendOf(tx, scope) },
    totals,
    readiness,
    findings,
    findings_current: !isOld(examination, now),
    gaps: readModel.gaps,
    usage,
    suite_coverage,
    embedding: embeddingOf(desk, readModel),
  };
}

/** The previous report, if neither a change nor the passing of time has made it out of date. */
async function currentReport(tx: Tx, scope: OrganizationScope, input: AnalysisInput, now: Date): Promise<Report> {
  const { readModel, examination, suite, collectionId } = input;
  const states = await collectionStates(tx, scope);
  const collections = states.filter(({ id }) => collectionId === undefined || id === collectionId);
  if (collectionId !== undefined && collections.length === 0) throw notFound();
  const basis = JSON.stringify([examination.examined !== null, collections, await suite.versionOfSuite(tx, scope)]);
  const known = readModel.reports.get(collectionId);
  if (known?.basis === basis && known.from <= now.getTime() && now.getTime() < known.until) return known;
  const troubled = examination.examined && [...readModel.troubles.values()];
  const found = await gravestFindings(tx, scope, { collection_id: collectionId }, mostFindings);
  const { documents, citations } = readModel;
  const expected = await suiteSources(tx, scope, suite);
  const report = {
    ...reportOf({ documents, citations, collections, troubled, suite: expected }, now),
    findings: await withPlaces(tx, scope, found),
    basis,
  };
  readModel.reports.set(collectionId, report);
  return report;
}

async function suiteSources(tx: Tx, scope: OrganizationScope, suite: SuiteNeighbour): Promise<SuiteSources> {
  const cases = await suite.sourcesOfCases(tx, scope);
  const addresses = cases.flatMap(({ sources }) => sources).filter((source) => URL.canParse(source));
  return { cases, addresses: await documentsAt(tx, scope, addresses) };
}

async function trendOf(tx: Tx, scope: OrganizationScope): Promise<Analysis['health']['trend']> {
  const days = await healthTrend(tx, scope, trendDays);
  return days.map(({ day, score }) => ({ at: `${day}T00:00:00.000Z`, score: Math.round(score * 1000) / 1000 }));
}

function embeddingOf({ embedder }: Desk, { documents }: ReadModel): Analysis['embedding'] {
  if (!embedder) return { provider: 'off', model: null, dimensions: null, reindex: null };
  const { provider, model, dimensions } = embedder;
  let [done, total] = [0, 0];
  for (const { active_version, embedded_version, embedded_model } of documents.values()) {
    if (active_version === null) continue;
    total++;
    if (embedded_version === active_version && embedded_model === model) done++;
  }
  return { provider, model, dimensions, reindex: done < total ? { done, total } : null };
}
