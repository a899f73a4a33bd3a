import type { LearnedState } from '@desk/contract/learned-questions';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

export type LearnedRow = Selectable<Tables['learned_question']>;

export interface LearnedFilter {
  state?: LearnedState | undefined;
  document_id?: string | undefined;
  collection_id?: string | undefined;
}

const shown = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx
    .selectFrom('learned_question as q')
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'q.organization_id').onRef('d.id', '=', 'q.document_id'),
    )
    .selectAll('q')
    .select('d.title')
    .where('q.organization_id', '=', organizationId);

export type ShownQuestion = Awaited<ReturnType<typeof questionsBefore>>[number];

/** Newest first; one row more than `limit` shows that there is a next page. */
export function questionsBefore(
  tx: Tx,
  scope: OrganizationScope,
  { state, document_id, collection_id }: LearnedFilter,
  page: { before: string | null; limit: number },
) {
  let rows = shown(tx, scope)
    .orderBy('q.id', 'desc')
    .limit(page.limit + 1);
  if (page.before !== null) rows = rows.where('q.id', '<', page.before);
  if (state) rows = rows.where('q.state', '=', state);
  if (document_id) rows = rows.where('q.document_id', '=', document_id);
  if (collection_id) rows = rows.where('d.collection_id', '=', collection_id);
  return rows.execute();
}

export const findQuestion = (tx: Tx, scope: OrganizationScope, id: string) =>
  shown(tx, scope).where('q.id', '=', id).executeTakeFirst();

export const lockQuestion = (
  tx: Tx,
  scope: OrganizationScope,
  of: { id: string; documentId: string },
): Promise<LearnedRow | undefined> =>
  tx
    .selectFrom('learned_question')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', of.documentId)
    .where('id', '=', of.id)
    .forUpdate()
    .executeTakeFirst();

/** Returns undefined if the document already has this question, in any state. */
export const insertLearned = (tx: Tx, row: Insertable<Tables['learned_question']>) =>
  tx
    .insertInto('learned_question')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'normalised']).doNothing())
    .returning('id')
    .executeTakeFirst();

/** Inserts an accepted question, or accepts the same one. Returns undefined if the document already has it, accepted. */
export const insertTaught = (tx: Tx, row: Insertable<Tables['learned_question']>) =>
  tx
    .insertInto('learned_question')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'document_id', 'normalised'])
        .doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          decided_by: ref('excluded.decided_by'),
          decided_at: ref('excluded.decided_at'),
          updated_at: ref('excluded.updated_at'),
          version: sql`learned_question.version + 1`,
        }))
        .where('learned_question.state', '<>', 'accepted'),
    )
    .returning('id')
    .executeTakeFirst();

export const saveLearned = (
  tx: Tx,
  { organization_id, id, version }: LearnedRow,
  change: Updateable<Tables['learned_question']>,
) =>
  tx
    .updateTable('learned_question')
    .set({ ...change, version: version + 1 })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();

/** Questions that were learned in these conversations, in a customer's words. */
export const learnedIn = (
  tx: Tx,
  scope: OrganizationScope,
  conversationIds: readonly string[],
): Promise<LearnedRow[]> =>
  tx
    .selectFrom('learned_question')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`conversation_id = any(${[...conversationIds]}::uuid[])`)
    .orderBy('id')
    .execute();

export const removeLearned = (tx: Tx, { organization_id, id }: LearnedRow) =>
  tx.deleteFrom('learned_question').where('organization_id', '=', organization_id).where('id', '=', id).execute();

export const countLearned = async (
  tx: Tx,
  scope: OrganizationScope,
  of: { documentId: string; state: LearnedState },
): Promise<number> => {
  const row = await tx
    .selectFrom('learned_question')
    .select(sql<number>`count(*)::int`.as('questions'))
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', of.documentId)
    .where('state', '=', of.state)
    .executeTakeFirstOrThrow();
  return row.questions;
};

/** Deletes up to `limit` of the customers' questions that were suggested before `before` and never accepted. */
export async function forgetSuggestions(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from learned_question where organization_id = ${organizationId} and id in (
    select q.id from learned_question q where q.organization_id = ${organizationId} and q.created_at < ${before}
      and q.origin <> 'person' and q.state <> 'accepted' limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Whether any document has this question as an accepted one. */
export const isAnsweredAnywhere = async (tx: Tx, scope: OrganizationScope, normalised: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('learned_question')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('normalised', '=', normalised)
    .where('state', '=', 'accepted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Run it before a new version serves: questions that point to a passage then point to the first new passage under the same
 * headings, or to none.
 */
export const pointToVersion = (tx: Tx, scope: OrganizationScope, of: { documentId: string; version: number }) =>
  tx
    .updateTable('learned_question as q')
    .set({
      chunk_id: sql<string | null>`(select n.id from chunk o join chunk n on n.organization_id = o.organization_id
        and n.document_id = o.document_id and n.heading_path = o.heading_path and n.version = ${of.version}
        where o.organization_id = q.organization_id and o.id = q.chunk_id
        order by n.text <> o.text, n.position limit 1)`,
    })
    .where('q.organization_id', '=', scope.organizationId)
    .where('q.document_id', '=', of.documentId)
    .where('q.chunk_id', 'is not', null)
    .execute();
