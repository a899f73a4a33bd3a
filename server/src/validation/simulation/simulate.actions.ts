import type { Simulation, SimulationRequest } from '@desk/contract/simulation';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { shownAsText } from '../../support/index.ts';
import { rehearseWithinBudget } from './rehearse-within-budget.actions.ts';

/** Returns what the desk would do with the last message, with an explanation unless the request declines it. */
export async function simulate(desk: Desk, scope: OrganizationScope, request: SimulationRequest): Promise<Simulation> {
  const { decision, words, would_execute, blocked_by, turns, explanation } = await rehearseWithinBudget(desk, scope, {
    ...request,
    explain: request.explain ?? true,
  });
  const usedTemplates = new Set(turns.flatMap((turn) => turn.decision.lookups.map(({ template }) => template)));
  const earlier = turns.slice(0, -1).map(async (turn) => ({ ...turn, words_as_text: await asText(turn.words) }));
  const words_as_text = await asText(words);
  return {
    ...decision,
    words,
    words_as_text,
    would_execute,
    blocked_by,
    unused_mocks: Object.keys(request.mocks ?? {}).filter((name) => !usedTemplates.has(name)),
    turns: [...(await Promise.all(earlier)), ...turns.slice(-1).map((turn) => ({ ...turn, words_as_text }))],
    explanation: explanation && { rules: explanation.rules, evidence: explanation.evidence },
    counterfactuals: explanation?.counterfactuals ?? [],
  };
}

/** Returns null if there is no reply. */
export const asText = async (words: string | null): Promise<string | null> =>
  words === null ? null : shownAsText(words);
