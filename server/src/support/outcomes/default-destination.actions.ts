import { scopeOf, type ConversationRow } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { loadPolicy, resolveDestination, type ResolvedDestination } from '../../routing/index.ts';
import { reachOf, type DeskTerms } from '../turn/terms.actions.ts';

/** Returns where a conversation goes when no rule decides: the organization's default destination, or its current fallback. */
export async function defaultDestination(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  terms: DeskTerms,
): Promise<ResolvedDestination> {
  const policy = await loadPolicy(tx, scopeOf(row));
  return resolveDestination(policy, reachOf(desk, terms, row.channel), [terms.settings.default_destination_id]);
}
