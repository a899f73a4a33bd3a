import type { Channel } from '@desk/contract/conversations';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../port/channels.tables.ts';

/** The state of the delivery with this id; undefined if it was not stored. */
export const stateOfEvent = (tx: Tx, scope: OrganizationScope, of: { channel: Channel; eventId: string }) =>
  tx
    .selectFrom('inbound_event')
    .select('state')
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', of.channel)
    .where('provider_event_id', '=', of.eventId)
    .executeTakeFirst();
