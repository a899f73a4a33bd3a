import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { rehearse, type Rehearsal, type RehearsalRequest } from '../../support/index.ts';
import { countRehearsalTokens, rehearsalTokensOf } from './rehearsal-tokens.store.ts';

/** The daily budget of rehearsals, as a share of the customers' budget, which rehearsals do not use. */
const shareOfRehearsals = 0.2;

/** Rehearses with the language model until the daily budget of rehearsals is used up, and then without it. */
export async function rehearseWithinBudget(
  desk: Desk,
  scope: OrganizationScope,
  request: RehearsalRequest,
): Promise<Rehearsal> {
  const withModel = desk.languageModel !== null && request.engine !== 'embedded' && (await hasTokensLeft(desk, scope));
  const rehearsal = await rehearse(desk, scope, { ...request, engine: withModel ? 'configured' : 'embedded' });
  const { tokens } = rehearsal;
  if (tokens > 0)
    await inScope(desk.db, scope, (tx) => countRehearsalTokens(tx, scope, { tokens, now: desk.clock.now() }));
  return rehearsal;
}

async function hasTokensLeft(desk: Desk, scope: OrganizationScope): Promise<boolean> {
  const most = desk.config.AI_TOKENS_PER_DAY * shareOfRehearsals;
  if (most === 0) return true;
  return (await inScope(desk.db, scope, (tx) => rehearsalTokensOf(tx, scope, desk.clock.now()))) < most;
}
