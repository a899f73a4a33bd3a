import { sql, type Insertable, type NotNull, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ConversationRow } from './conversations.store.ts';
import './conversations.tables.ts';

export type DecisionRow = Omit<Selectable<Tables['decision']>, 'known' | 'decided'>;

// Without `known` and `decided`: they are longer than all other columns, and only replay reads them.
const decisionColumns = [
  'organization_id',
  'id',
  'conversation_id',
  'message_ids',
  'disposition',
  'outcome',
  'reason',
  'record',
  'hash',
  'created_at',
] as const;

export type HandoverRow = Selectable<Tables['handover']>;

export const insertDecision = (tx: Tx, row: Insertable<Tables['decision']>) =>
  tx.insertInto('decision').values(row).execute();

/** Stores the decision about a stopped message; an existing record stays unchanged. */
export const keepStoppedDecision = (tx: Tx, row: Insertable<Tables['decision']>) =>
  tx
    .insertInto('decision')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute();

/** Whether a decision records already that this message arrived again. */
export async function isCopyRecorded(
  tx: Tx,
  scope: OrganizationScope,
  of: { conversationId: string; messageId: string },
): Promise<boolean> {
  const found = await decisionsOf(tx, scope, of.conversationId)
    .where('disposition', '=', 'stopped')
    .where('reason', '=', 'duplicate')
    .where(sql<boolean>`${of.messageId}::uuid = any (message_ids)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const decisionsOf = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .selectFrom('decision')
    .select(decisionColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId);

export const lastDecision = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  decisionsOf(tx, scope, conversationId)
    .where('disposition', '=', 'carried_out')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const mostSuppressed = 50;

/** The messages for which the newest decisions found that no reply is needed. */
export async function messagesWithoutReply(tx: Tx, scope: OrganizationScope, conversationId: string) {
  const rows = await tx
    .selectFrom('decision')
    .select('message_ids')
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .where('disposition', '=', 'carried_out')
    .where('outcome', '=', 'suppress')
    .orderBy('created_at', 'desc')
    .limit(mostSuppressed)
    .execute();
  return rows.flatMap(({ message_ids }) => message_ids);
}

/** Newest first; ids are UUIDv7, so their order is the order of time. */
export const listDecisionRows = (
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  page: { before: string | null; limit: number },
) =>
  decisionsOf(tx, scope, conversationId)
    .$if(page.before !== null, (rows) => rows.where('id', '<', page.before))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();

export const findDecision = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('decision')
    .select(decisionColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** A decision with all its inputs. */
export type RecordedTurn = Selectable<Tables['decision']>;

export const findRecordedTurn = (tx: Tx, scope: OrganizationScope, id: string): Promise<RecordedTurn | undefined> =>
  tx
    .selectFrom('decision')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest decisions that were carried out, in all conversations, newest first. */
export const recentTurns = (tx: Tx, scope: OrganizationScope, limit: number) =>
  tx
    .selectFrom('decision')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('disposition', '=', 'carried_out')
    .where('conversation_id', 'is not', null)
    .$narrowType<{ conversation_id: NotNull }>()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const insertHandover = (tx: Tx, row: Insertable<Tables['handover']>) =>
  tx.insertInto('handover').values(row).returningAll().executeTakeFirstOrThrow();

export const handoversOf = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .selectFrom('handover')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The newest handover, in either direction. */
export const lastHandover = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  tx
    .selectFrom('handover')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The last handover, if a message alone caused it and it has no destination yet; else null. */
export async function handoverToPlace(tx: Tx, scope: OrganizationScope, id: string): Promise<HandoverRow | null> {
  const last = await lastHandover(tx, scope, id);
  // A message alone caused it: a handover by a person or a decision sets its destination.
  const isUnplaced = last?.actor_type === 'system' && last.note === null && last.decision_id === null;
  return isUnplaced ? last : null;
}

/** Returns the handover with this id in its present state. Returns undefined if it does not exist. */
export const changeHandover = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: Partial<Pick<HandoverRow, 'delivery' | 'destination_id' | 'message_sent' | 'note' | 'decision_id'>>,
) =>
  tx
    .updateTable('handover')
    .set(change)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/**
 * Counts the AI's messages in this turn budget: answers and handovers are turns, clarifying questions are counted apart. A draft that a
 * person has sent is no turn of the AI, but a drafted question counts as a clarifying question.
 */
export async function countAiWords(
  tx: Tx,
  scope: OrganizationScope,
  row: Pick<ConversationRow, 'id' | 'budget_from_seq'>,
): Promise<{ turns: number; clarifications: number; askedBack: number[] }> {
  const asksBack = sql<boolean>`d.outcome = 'clarify' or (d.outcome = 'draft' and d.decided ->> 'kept' = 'question')`;
  const words = await tx
    .selectFrom('message as m')
    .innerJoin('decision as d', (join) =>
      join.onRef('d.organization_id', '=', 'm.organization_id').onRef('d.id', '=', 'm.decision_id'),
    )
    .select(['m.kind', 'm.seq', asksBack.as('asks_back')])
    .where('m.organization_id', '=', scope.organizationId)
    .where('m.conversation_id', '=', row.id)
    .where('m.kind', 'in', ['ai', 'human'])
    .where('m.seq', '>=', row.budget_from_seq)
    .orderBy('m.seq')
    .execute();
  const askedBack = words.flatMap(({ asks_back: asks, seq }) => (asks ? [seq] : []));
  const turns = words.filter(({ kind, asks_back: asks }) => kind === 'ai' && !asks).length;
  return { turns, clarifications: askedBack.length, askedBack };
}

/** The outcomes of the decisions behind these rows, by their ids. Those that retention has deleted are missing. */
export async function outcomesBehind(
  tx: Tx,
  { organizationId }: OrganizationScope,
  rows: readonly { decision_id: string | null }[],
): Promise<ReadonlyMap<string | null, DecisionRow['outcome']>> {
  const ids = rows.flatMap(({ decision_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const found = await tx
    .selectFrom('decision')
    .select(['id', 'outcome'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, outcome }) => [id, outcome]));
}

export const findHandover = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('handover')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
