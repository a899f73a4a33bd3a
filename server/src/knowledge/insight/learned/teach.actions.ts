import type { LearnedQuestion, LearnedState } from '@desk/contract/learned-questions';
import { record, recordEdit, type Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { conflict, notFound, presentAt, type ExpectedVersion } from '../../../platform/http/errors.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { newId } from '../../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { lockDocument, saveDocument, type DocumentRow } from '../../library/versions/documents.store.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { raiseRevision } from '../../library/passages/revision.store.ts';
import { normalised } from './learnable.logic.ts';
import {
  countLearned,
  findQuestion,
  insertTaught,
  learnedIn,
  lockQuestion,
  removeLearned,
  saveLearned,
  type LearnedRow,
} from './learned.store.ts';
import { viewQuestion } from './learned.view.ts';

/** More questions would blur what the document is about, and every customer's question is compared with each of them. */
const mostAccepted = 20;

/**
 * From the commit on, the question finds its document, also one that was suggested or rejected before. 404; 409 `already_exists`,
 * `too_many_questions`.
 */
export function teach(
  desk: Desk,
  acting: Acting,
  { documentId, text }: { documentId: string; text: string },
): Promise<LearnedQuestion> {
  const now = desk.clock.now();
  return inScope(desk.db, acting, async (tx) => {
    const document = await needDocument(tx, acting, documentId);
    await needRoom(tx, acting, documentId);
    const question = text.replace(/\s+/g, ' ').trim();
    const taught = await insertTaught(tx, {
      organization_id: acting.organizationId,
      id: newId(now.getTime()),
      document_id: documentId,
      text: question,
      normalised: normalised(question),
      state: 'accepted',
      origin: 'person',
      created_by: acting.actor.name,
      decided_by: acting.actor.name,
      decided_at: now,
      created_at: now,
      updated_at: now,
    });
    if (!taught) throw conflict('already_exists', sentence`The document already has this question.`);
    await announce(desk, tx, document);
    record(desk, tx, acting, { action: 'question.taught', subject: subjectOf(taught.id) });
    return shown(tx, acting, taught.id);
  });
}

interface ChosenQuestion {
  documentId: string;
  id: string;
  expectedVersion: ExpectedVersion;
}

/** Accepts or rejects a question, with effect from the commit. 404; 409 `too_many_questions`; 412. */
export function decide(
  desk: Desk,
  acting: Acting,
  { state, ...chosen }: ChosenQuestion & { state: LearnedState | undefined },
): Promise<LearnedQuestion> {
  return inScope(desk.db, acting, async (tx) => {
    const { document, row } = await choose(tx, acting, chosen);
    if (state !== undefined && state !== row.state) {
      if (state === 'accepted') await needRoom(tx, acting, chosen.documentId);
      const now = desk.clock.now();
      await saveLearned(tx, row, { state, decided_by: acting.actor.name, decided_at: now, updated_at: now });
      if (state === 'accepted' || row.state === 'accepted') await announce(desk, tx, document);
      const subject = subjectOf(row.id);
      const before = { state: row.state };
      recordEdit(desk, tx, acting, {
        action: 'question.updated',
        subject,
        before,
        after: { state },
        fields: ['state'],
      });
    }
    return shown(tx, acting, row.id);
  });
}

/** Deletes a question. Unlike a rejected one, it may be suggested again. 404; 412. */
export function forget(desk: Desk, acting: Acting, chosen: ChosenQuestion): Promise<void> {
  return inScope(desk.db, acting, async (tx) => {
    const { document, row } = await choose(tx, acting, chosen);
    await removeLearned(tx, row);
    if (row.state === 'accepted') await announce(desk, tx, document);
    record(desk, tx, acting, { action: 'question.deleted', subject: subjectOf(row.id) });
  });
}

/** Deletes the questions that were learned in these conversations, accepted ones too: they are in the customer's words. */
export async function eraseLearned(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversationIds }: { conversationIds: readonly string[] },
): Promise<number> {
  const rows = await learnedIn(tx, scope, conversationIds);
  for (const row of rows) {
    const document = await lockDocument(tx, scope, row.document_id);
    await removeLearned(tx, row);
    if (document && row.state === 'accepted') await announce(desk, tx, document);
  }
  return rows.length;
}

async function choose(tx: Tx, scope: OrganizationScope, { documentId, id, expectedVersion }: ChosenQuestion) {
  const document = await needDocument(tx, scope, documentId);
  const row = presentAt(await lockQuestion(tx, scope, { id, documentId }), expectedVersion);
  return { document, row };
}

// Locks the document first, so that its questions are counted one at a time and none outlives it.
async function needDocument(tx: Tx, scope: OrganizationScope, id: string): Promise<DocumentRow> {
  const document = await lockDocument(tx, scope, id);
  if (!document) throw notFound();
  return document;
}

async function needRoom(tx: Tx, scope: OrganizationScope, documentId: string): Promise<void> {
  if ((await countLearned(tx, scope, { documentId, state: 'accepted' })) < mostAccepted) return;
  throw conflict('too_many_questions', sentence`A document can have at most ${mostAccepted} learned questions.`);
}

// Raises the revision, which every search checks first. A document that has never been shown is announced by its first
// swap.
async function announce(desk: Desk, tx: Tx, document: DocumentRow): Promise<void> {
  const scope = { organizationId: document.organization_id };
  await announceKnowledgeChange(desk, tx, scope);
  if (document.shown_revision === null) return;
  await saveDocument(tx, document, { shown_revision: await raiseRevision(tx, scope) });
}

// The question may be in a customer's words, so it stays out of the audit log.
const subjectOf = (id: LearnedRow['id']) => ({ type: 'question', id });

async function shown(tx: Tx, scope: OrganizationScope, id: string): Promise<LearnedQuestion> {
  const row = await findQuestion(tx, scope, id);
  if (!row) throw notFound();
  return viewQuestion(row);
}
