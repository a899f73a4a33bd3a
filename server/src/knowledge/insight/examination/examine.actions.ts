import type { Desk } from '../../../platform/desk.ts';
import { errorCode, type Tx } from '../../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { saveHealth } from '../health/health.store.ts';
import { documentsAfter, type ShownDocument } from '../../library/versions/documents.store.ts';
import { forgetChanges } from '../read-model/changes.store.ts';
import { knowledgeRevision } from '../../library/passages/revision.store.ts';
import { askAgain } from '../use/ask-again.actions.ts';
import { ratingsOfServing } from '../use/ratings.store.ts';
import { groupQuestions } from '../use/group-questions.actions.ts';
import { citationCounts, countAnswers, forgetOldUse } from '../use/use.store.ts';
import { usedSince } from '../use/usage-window.logic.ts';
import { saveRun, unexamined, validities, lastRun } from './examination.store.ts';
import { examineDocument } from './examine-document.actions.ts';
import { typesByCircumstances, versionsOf, type NewFinding } from '../findings/finding.logic.ts';
import {
  closeFindings,
  existingDocuments,
  lockFindings,
  saveFinding,
  presentCauses,
} from '../findings/record-findings.store.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { ratedBadly } from './rated.logic.ts';
import { findingsByCircumstances } from './circumstances.logic.ts';
import { conditionOf, healthOf, type HealthFacts } from '../health/health.logic.ts';
import { troubles } from '../read-model/read-model.store.ts';
import { countQuestions } from '../use/questions.store.ts';
import { inEnglish } from '../../../platform/words/sentence.logic.ts';

const atOnce = 100;

/**
 * Brings the findings and the gaps up to date: examines the documents that changed since the last run, then judges all
 * documents by their circumstances. Enqueues another run if the time is not enough. Returns whether it is complete.
 */
export async function examineKnowledge(desk: Desk, scope: OrganizationScope, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  const revision = await inScope(desk.db, scope, (tx) => knowledgeRevision(tx, scope));
  const examined = await examineChanged(desk, scope, end);
  const grouped = examined && (await groupQuestions(desk, scope, end));
  // The findings do not depend on the gaps, so they are brought up to date although questions are left to group.
  if (examined) await inScope(desk.db, scope, (tx) => judge(desk, tx, scope, revision));
  const complete = grouped && (await askAgain(desk, scope, { revision, end }));
  if (!complete) await inScope(desk.db, scope, (tx) => announceKnowledgeChange(desk, tx, scope));
  return complete;
}

/** Returns whether all changed documents were examined in time. */
async function examineChanged(desk: Desk, scope: OrganizationScope, end: number): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const now = desk.clock.now();
    const changed = await inScope(desk.db, scope, (tx) => unexamined(tx, scope, now, atOnce));
    const left = changed.filter(({ id }) => !tried.has(id));
    if (left.length === 0) return true;
    for (const { id } of left) {
      if (performance.now() > end) return false;
      tried.add(id);
      await examineOne(desk, scope, id);
    }
  }
}

// A document that cannot be examined must not block the others; the next run retries it.
async function examineOne(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  try {
    await examineDocument(desk, scope, id);
  } catch (error) {
    desk.log.error({ code: errorCode(error), document: id }, 'document not examined');
  }
}

async function judge(desk: Desk, tx: Tx, scope: OrganizationScope, revision: number): Promise<void> {
  const now = desk.clock.now();
  await forgetOldUse(tx, scope, usedSince(now));
  await forgetChanges(tx, scope);
  const documents = await allDocuments(tx, scope, now);
  const found = await judgements(tx, scope, documents, now);
  const existing = await existingDocuments(tx, scope, [
    ...new Set(found.flatMap(({ places }) => places.map((place) => place.id))),
  ]);
  await lockFindings(tx, scope, now);
  const before = new Map((await presentCauses(tx, scope, typesByCircumstances)).map((row) => [row.cause, row]));
  for (const each of found) {
    const known = before.get(each.cause);
    before.delete(each.cause);
    const same =
      known?.versions === versionsOf(each) &&
      known.detail === inEnglish(each.detail) &&
      known.severity === each.severity;
    if (!same && each.places.every(({ id }) => existing.has(id))) await saveFinding(tx, scope, each, now);
  }
  await closeFindings(
    tx,
    scope,
    [...before.values()].map(({ id }) => id),
    now,
  );
  await saveRun(tx, scope, { revision, examined_at: now });
  const { score } = await measureHealth(tx, scope, documents, now);
  if (score !== null) await saveHealth(tx, scope, score, now);
}

async function judgements(
  tx: Tx,
  scope: OrganizationScope,
  documents: readonly ShownDocument[],
  now: Date,
): Promise<NewFinding[]> {
  const since = usedSince(now);
  const use = { answers: await countAnswers(tx, scope, since), since };
  const citations = new Map((await citationCounts(tx, scope)).map((row) => [row.document_id, row.answers]));
  const ratings = new Map((await ratingsOfServing(tx, scope)).map((row) => [row.document_id, row]));
  const validity = new Map((await validities(tx, scope)).map((row) => [row.document_id, row]));
  return documents.flatMap((row) => {
    const { valid_until = null, valid_quote = null } = validity.get(row.id) ?? {};
    const bad = ratedBadly(row, ratings.get(row.id));
    const findings = findingsByCircumstances(
      { ...row, valid_until, valid_quote, citations: citations.get(row.id) ?? 0 },
      use,
      now,
    );
    return bad ? [...findings, bad] : findings;
  });
}

const page = 1_000;

async function allDocuments(tx: Tx, scope: OrganizationScope, now: Date): Promise<ShownDocument[]> {
  const all: ShownDocument[] = [];
  for (;;) {
    const rows = await documentsAfter(tx, scope, {}, { after: all.at(-1)?.id ?? null, limit: page, now });
    all.push(...rows.slice(0, page));
    if (rows.length <= page) return all;
  }
}

/** The health of these documents, including the share of recent questions that were answered. */
async function measureHealth(tx: Tx, scope: OrganizationScope, documents: HealthFacts['documents'], now: Date) {
  const troubled = (await lastRun(tx, scope)) ? await troubles(tx, scope) : null;
  return healthOf(conditionOf({ documents, troubled }, now), {
    answers: await countAnswers(tx, scope, usedSince(now)),
    unanswered: await countQuestions(tx, scope, usedSince(now)),
  });
}
