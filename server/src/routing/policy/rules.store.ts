import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './routing.tables.ts';

export type RuleRow = Omit<Selectable<Tables['rule']>, 'organization_id'>;
export type RuleMembers = Omit<RuleRow, 'id' | 'hits' | 'last_hit_at' | 'created_at' | 'updated_at' | 'version'>;

const columns = [
  'id',
  'name',
  'enabled',
  'priority',
  'conditions',
  'effects',
  'stop',
  'hits',
  'last_hit_at',
  'created_at',
  'updated_at',
  'version',
] as const;

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('rule').select(columns).where('organization_id', '=', scope.organizationId);

/** In evaluation order. */
export const listRules = (tx: Tx, scope: OrganizationScope): Promise<RuleRow[]> =>
  ours(tx, scope).orderBy('priority').orderBy('id').execute();

export interface RulePage {
  limit: number;
  after: { priority: number; id: string } | null;
}

/** In evaluation order. Returns up to one row more than `limit`, which shows that there is a next page. */
export function pageOfRules(tx: Tx, scope: OrganizationScope, { limit, after }: RulePage): Promise<RuleRow[]> {
  const rows = ours(tx, scope)
    .orderBy('priority')
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(priority, id) > (${after.priority}::int, ${after.id}::uuid)`) : rows
  ).execute();
}

export const findRule = (tx: Tx, scope: OrganizationScope, id: string): Promise<RuleRow | undefined> =>
  ours(tx, scope).where('id', '=', id).executeTakeFirst();

export function insertRule(
  tx: Tx,
  scope: OrganizationScope,
  row: RuleMembers & { id: string; now: Date },
): Promise<RuleRow> {
  const { now, conditions, effects, ...members } = row;
  return tx
    .insertInto('rule')
    .values({
      organization_id: scope.organizationId,
      ...members,
      conditions: JSON.stringify(conditions),
      effects: JSON.stringify(effects),
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateRule(
  tx: Tx,
  scope: OrganizationScope,
  row: RuleMembers & { id: string; now: Date },
): Promise<RuleRow> {
  const { id, now, conditions, effects, ...members } = row;
  return tx
    .updateTable('rule')
    .set({
      ...members,
      conditions: JSON.stringify(conditions),
      effects: JSON.stringify(effects),
      updated_at: now,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteRule(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx.deleteFrom('rule').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
}
