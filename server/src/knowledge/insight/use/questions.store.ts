import type { Channel } from '@desk/contract/conversations';
import { sql, type Insertable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import { toHalfVector, fromHalfVector } from '../../../platform/database/half-vectors.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** Inserts a question once for each decision. */
export const insertQuestion = (tx: Tx, row: Insertable<Tables['unanswered_question']>) =>
  tx
    .insertInto('unanswered_question')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'decision_id']).doNothing())
    .execute();

const questions = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('unanswered_question')
    .select(['id', 'question', 'gap_id'])
    .where('organization_id', '=', scope.organizationId);

export const ungroupedQuestions = (tx: Tx, scope: OrganizationScope, limit: number) =>
  questions(tx, scope).where('gap_id', 'is', null).orderBy('id').limit(limit).execute();

/** The newest questions that belong to a gap, with their vectors by this model; new questions are compared with them. */
export async function groupedQuestions(tx: Tx, scope: OrganizationScope, model: string | null, limit: number) {
  const embedding = sql<Buffer | null>`case when embedding_model = ${model} then halfvec_send(embedding) end`;
  const rows = await questions(tx, scope)
    .select(embedding.as('bytes'))
    .where('gap_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ bytes, ...row }) => ({ ...row, vector: bytes && fromHalfVector(bytes) }));
}

/**
 * Sets the gap of a question that has none. If another run was faster, its result stands: it may have joined the gap with
 * another since.
 */
export const saveGap = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  place: { gapId: string; embedding: { model: string; vector: Float32Array } | null },
) =>
  tx
    .updateTable('unanswered_question')
    .set({
      gap_id: place.gapId,
      ...(place.embedding
        ? { embedding: toHalfVector(place.embedding.vector), embedding_model: place.embedding.model }
        : { embedding: null, embedding_model: null }),
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('gap_id', 'is', null)
    .execute();

export const joinGaps = (tx: Tx, scope: OrganizationScope, { from, into }: { from: string; into: string }) =>
  tx
    .updateTable('unanswered_question')
    .set({ gap_id: into })
    .where('organization_id', '=', scope.organizationId)
    .where('gap_id', '=', from)
    .execute();

/** Questions not asked since this knowledge revision, newest first, because people look at those. */
export const questionsToAskAgain = (tx: Tx, scope: OrganizationScope, revision: number, limit: number) =>
  tx
    .selectFrom('unanswered_question')
    .select(['id', 'question', sql<number>`needed::float8`.as('needed')])
    .where('organization_id', '=', scope.organizationId)
    .where('asked_revision', '<', revision)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const saveAskedAgain = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  result: { asked_revision: number; closed: boolean },
) =>
  tx
    .updateTable('unanswered_question')
    .set(result)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();

const asked = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('unanswered_question')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', scope.organizationId);

export async function countQuestions(tx: Tx, scope: OrganizationScope, since: Date, before?: Date): Promise<number> {
  const counted = asked(tx, scope).where('asked_at', '>=', since);
  return (await (before ? counted.where('asked_at', '<', before) : counted).executeTakeFirstOrThrow()).count;
}

export const questionsByDay = (tx: Tx, scope: OrganizationScope) =>
  asked(tx, scope)
    .select(sql<string>`(asked_at at time zone 'UTC')::date::text`.as('day'))
    .groupBy(sql`(asked_at at time zone 'UTC')::date`)
    .execute();

/** The questions of a report: asked in this time, in this channel if one is named. */
export interface AskedWithin {
  from: Date;
  to: Date;
  channel: Channel | undefined;
}

/**
 * The most questions first, then the most customers, then the most recent. An ungrouped question counts as a gap of its
 * own. With `within`, only the questions of that report count.
 */
export function largestGaps(tx: Tx, scope: OrganizationScope, limit: number, within?: AskedWithin) {
  const open = tx
    .selectFrom('unanswered_question')
    .select(sql<string>`coalesce(gap_id, id)`.as('id'))
    .select([
      sql<number>`count(*)::int`.as('questions'),
      sql<number>`count(distinct customer_id)::int`.as('customers'),
      sql<number>`max(best_score)::float8`.as('best_score'),
      sql<Date>`max(asked_at)`.as('last_asked_at'),
      sql<string[]>`array_agg(question order by asked_at desc, id desc)`.as('asked'),
      sql<string[]>`(array_agg(decision_id::text order by asked_at desc, id desc))[1:5]`.as('decision_ids'),
    ])
    .where('organization_id', '=', scope.organizationId)
    .where('closed', '=', false);
  const inTime = within ? open.where('asked_at', '>=', within.from).where('asked_at', '<', within.to) : open;
  return (within?.channel ? inTime.where('channel', '=', within.channel) : inTime)
    .groupBy(sql`coalesce(gap_id, id)`)
    .orderBy('questions', 'desc')
    .orderBy('customers', 'desc')
    .orderBy('last_asked_at', 'desc')
    .orderBy(sql`1`)
    .limit(limit)
    .execute();
}

/** The newest open question of a gap, and the decision that escalated it. */
export const newestOfGap = (tx: Tx, scope: OrganizationScope, gapId: string) =>
  tx
    .selectFrom('unanswered_question')
    .select(['question', 'decision_id'])
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`coalesce(gap_id, id) = ${gapId}`)
    .where('closed', '=', false)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The question that this decision escalated. */
export const questionOfDecision = (tx: Tx, scope: OrganizationScope, decisionId: string) =>
  tx
    .selectFrom('unanswered_question')
    .select('question')
    .where('organization_id', '=', scope.organizationId)
    .where('decision_id', '=', decisionId)
    .executeTakeFirst();

/** Deletes the questions of these customers. */
export async function eraseQuestions(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { customerIds }: { customerIds: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('unanswered_question')
    .where('organization_id', '=', organizationId)
    .where('customer_id', 'in', [...customerIds])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes up to `limit` questions asked before `before`: they are in customers' words. */
export async function forgetQuestions(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from unanswered_question where organization_id = ${organizationId} and id in (
    select q.id from unanswered_question q where q.organization_id = ${organizationId} and q.asked_at < ${before}
    limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
