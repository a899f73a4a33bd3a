import { scopeOf, type ConversationRow } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { loadPolicy, resolveDestination, type Policy, type ResolvedDestination } from '../../routing/index.ts';
import { reachOf, type DeskTerms } from '../turn/terms.actions.ts';

/** Returns where a conversation goes when no rule decides: to the destination of a tag, else to the organization's default one. */
export async function defaultDestination(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  terms: DeskTerms,
): Promise<ResolvedDestination> {
  const policy = await loadPolicy(tx, scopeOf(row));
  const wanted = [...destinationsOfTags(policy, row), terms.settings.default_destination_id];
  return resolveDestination(policy, reachOf(desk, terms, row.channel), wanted);
}

export const destinationsOfTags = (
  { tags }: Policy,
  { tag_ids }: Pick<ConversationRow, 'tag_ids'>,
): (string | null)[] => tag_ids.map((id) => tags.find((tag) => tag.id === id)?.defaultDestinationId ?? null);
