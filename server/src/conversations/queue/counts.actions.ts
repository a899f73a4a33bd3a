import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { countByDestination, countViews } from './counts.store.ts';
import type { PeerLookups } from './read-conversation.actions.ts';

/** The figures beside the views of the queue. */
export async function countQueue(
  tx: Tx,
  scope: OrganizationScope,
  { userId, neighbours }: { userId: string | null; neighbours: PeerLookups },
) {
  const { chatdesk, ticketdesk, email, ...views } = await countViews(tx, scope, userId);
  const counted = await countByDestination(tx, scope);
  const destinationIds = counted.flatMap((row) => row.destination_id ?? []);
  const { destinations } = await neighbours.labelsOf(tx, scope, { tagIds: [], destinationIds });
  return {
    views,
    by_channel: { chatdesk, ticketdesk, email },
    by_destination: counted.flatMap(({ destination_id: id, count }) =>
      id === null ? [] : [{ id, name: destinations.get(id)?.name ?? null, count }],
    ),
  };
}
