import type { Gap } from '@desk/contract/analysis';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { answersByDay, citationCounts, countAnswers } from '../use/use.store.ts';
import { countQuestions, questionsByDay } from '../use/questions.store.ts';
import { readGaps } from '../use/gap-report.actions.ts';
import { dayAfter, startOf } from '../use/usage-window.logic.ts';
import type { changesAfter } from './changes.store.ts';
import type { Report } from '../health/report.logic.ts';
import { readModelDocuments, troubles, type ReadModelDocument } from './read-model.store.ts';

/** The analysis's data as of a database snapshot. It does not depend on the time: readers apply the clock. */
export interface ReadModel {
  /** Oldest first. */
  documents: Map<string, ReadModelDocument>;
  readonly troubles: Map<string, Awaited<ReturnType<typeof troubles>>[number]>;
  readonly citations: Map<string, Awaited<ReturnType<typeof citationCounts>>[number]>;
  /** By day (UTC). */
  readonly answers: Map<string, number>;
  readonly questions: Map<string, number>;
  gaps: Gap[];
  /** Reports made from it, by collection (undefined: all), until something changes. */
  readonly reports: Map<string | undefined, Report>;
}

export const buildReadModel = async (tx: Tx, scope: OrganizationScope): Promise<ReadModel> => ({
  documents: new Map((await readModelDocuments(tx, scope)).map((row) => [row.id, row])),
  troubles: new Map((await troubles(tx, scope)).map((row) => [row.id, row])),
  citations: new Map((await citationCounts(tx, scope)).map((row) => [row.document_id, row])),
  answers: new Map((await answersByDay(tx, scope)).map(({ day, count }) => [day, count])),
  questions: new Map((await questionsByDay(tx, scope)).map(({ day, count }) => [day, count])),
  gaps: await readGaps(tx, scope),
  reports: new Map(),
});

type KnowledgeChange = Awaited<ReturnType<typeof changesAfter>>[number];

/** Reads the changed rows again. No counters are incremented, so a change may be applied twice. */
export async function applyChanges(
  tx: Tx,
  scope: OrganizationScope,
  readModel: ReadModel,
  changes: readonly KnowledgeChange[],
): Promise<void> {
  if (changes.length > 0) readModel.reports.clear();
  const changed = (subject: KnowledgeChange['subject']) =>
    changes.filter((each) => each.subject === subject).map(({ key }) => key);
  const ids = changed('document');
  if (ids.length > 0)
    readModel.documents = inOrder(replace(readModel.documents, ids, byId(await readModelDocuments(tx, scope, ids))));
  const found = changed('finding');
  if (found.length > 0) replace(readModel.troubles, found, byId(await troubles(tx, scope, found)));
  const cited = changed('citation');
  if (cited.length > 0) {
    const counts = await citationCounts(tx, scope, cited);
    replace(readModel.citations, cited, new Map(counts.map((row) => [row.document_id, row])));
  }
  for (const day of changed('answers'))
    readModel.answers.set(day, await countAnswers(tx, scope, startOf(day), dayAfter(day)));
  const days = changed('questions');
  for (const day of days) readModel.questions.set(day, await countQuestions(tx, scope, startOf(day), dayAfter(day)));
  if (days.length > 0) readModel.gaps = await readGaps(tx, scope);
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

function replace<Row>(all: Map<string, Row>, keys: readonly string[], now: ReadonlyMap<string, Row>): Map<string, Row> {
  for (const key of keys) {
    const row = now.get(key);
    if (row === undefined) all.delete(key);
    else all.set(key, row);
  }
  return all;
}

// New rows are appended, and nearly always have the highest ids.
function inOrder<Row>(all: Map<string, Row>): Map<string, Row> {
  let before = '';
  for (const id of all.keys()) {
    if (id < before) return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
    before = id;
  }
  return all;
}
