import { sql } from 'kysely';
import { millisecondsOf, readColumnar } from '../../../platform/database/columnar-read.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';
import { passagesKept } from '../../library/passages/recorded-passages.store.ts';

interface RecordedUse {
  decisionId: string;
  conversationId: string;
  documentIds: readonly string[];
  escalated: boolean;
  at: Date;
}

/** Inserts the citations and keeps the decision's passages, in one statement. */
export function insertCitations(
  tx: Tx,
  scope: OrganizationScope,
  { decisionId, conversationId, documentIds, escalated, at }: RecordedUse,
  passageIds: readonly string[],
) {
  const cited = tx
    .insertInto('document_citation')
    .values(
      documentIds.map((document_id) => ({
        organization_id: scope.organizationId,
        decision_id: decisionId,
        document_id,
        conversation_id: conversationId,
        answered: !escalated,
        escalated,
        at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing());
  if (passageIds.length === 0) return cited.execute();
  return tx
    .with('cited', () => cited)
    .selectNoFrom(passagesKept(scope, passageIds).as('kept'))
    .execute();
}

/** Marks earlier answers of a conversation that is escalated: they have not helped. */
export const markEscalated = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .updateTable('document_citation')
    .set({ escalated: true })
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('escalated', '=', false)
    .execute();

/** Newest first: decision ids are UUIDv7. */
export const citationsBefore = (
  tx: Tx,
  scope: OrganizationScope,
  documentId: string,
  { before, limit }: { before: string | null; limit: number },
) =>
  tx
    .selectFrom('document_citation')
    .select(['decision_id', 'conversation_id', 'escalated', 'at'])
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('answered', '=', true)
    .$if(before !== null, (rows) => rows.where('decision_id', '<', before))
    .orderBy('decision_id', 'desc')
    .limit(limit + 1)
    .execute();

/** Counts by document, for all or for these: the answers made from it, and its conversations that were escalated. */
export async function citationCounts(tx: Tx, scope: OrganizationScope, documentIds?: readonly string[]) {
  const byDocument = () => {
    const all = tx
      .selectFrom('document_citation')
      .select('document_id')
      .where('organization_id', '=', scope.organizationId)
      .groupBy('document_id');
    return documentIds ? all.where(sql<boolean>`document_id = any(${documentIds}::uuid[])`) : all;
  };
  const cited = byDocument()
    .select(sql<number>`(count(*) filter (where answered))::int`.as('answers'))
    .select(millisecondsOf<number>(sql`max(at)`).as('last_cited_at'));
  // A separate query, because only these rows have to be sorted.
  const gone = byDocument()
    .select(sql<number>`count(distinct conversation_id)::int`.as('escalated'))
    .where('escalated', '=', true);
  const counts = tx
    .selectFrom(cited.as('c'))
    .leftJoin(gone.as('g'), 'g.document_id', 'c.document_id')
    .select(['c.document_id', 'c.answers', 'c.last_cited_at'])
    .select(sql<number>`coalesce(g.escalated, 0)`.as('escalated'));
  const rows = await readColumnar(tx, counts, ['document_id', 'answers', 'escalated', 'last_cited_at']);
  return rows.map((row) => ({ ...row, last_cited_at: new Date(row.last_cited_at) }));
}

const answers = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document_citation')
    .select(sql<number>`count(distinct decision_id)::int`.as('count'))
    .where('organization_id', '=', scope.organizationId)
    .where('answered', '=', true);

export async function countAnswers(tx: Tx, scope: OrganizationScope, since: Date, before?: Date): Promise<number> {
  const counted = answers(tx, scope).where('at', '>=', since);
  return (await (before ? counted.where('at', '<', before) : counted).executeTakeFirstOrThrow()).count;
}

export const answersByDay = (tx: Tx, scope: OrganizationScope) =>
  answers(tx, scope)
    .select(sql<string>`(at at time zone 'UTC')::date::text`.as('day'))
    .groupBy(sql`(at at time zone 'UTC')::date`)
    .execute();

export async function forgetOldUse(tx: Tx, scope: OrganizationScope, before: Date): Promise<void> {
  const { organizationId } = scope;
  await tx
    .deleteFrom('document_citation')
    .where('organization_id', '=', organizationId)
    .where('at', '<', before)
    .execute();
  await tx
    .deleteFrom('unanswered_question')
    .where('organization_id', '=', organizationId)
    .where('asked_at', '<', before)
    .execute();
}

export const forgetCitationsOf = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .deleteFrom('document_citation')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .execute();
