import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './rehearsal-tokens.tables.ts';

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Returns the tokens that the organization's rehearsals have used today (UTC). */
export async function rehearsalTokensOf(tx: Tx, scope: OrganizationScope, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('rehearsal_tokens')
    .select(sql<number>`tokens::float8`.as('tokens'))
    .where('organization_id', '=', scope.organizationId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  return row?.tokens ?? 0;
}

export async function countRehearsalTokens(
  tx: Tx,
  scope: OrganizationScope,
  { tokens, now }: { tokens: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('rehearsal_tokens')
    .values({ organization_id: scope.organizationId, day: dayOf(now), tokens })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ tokens: sql`rehearsal_tokens.tokens + excluded.tokens` }),
    )
    .execute();
}
