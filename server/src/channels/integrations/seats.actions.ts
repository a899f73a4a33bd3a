import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, upstreamFailed } from '../../platform/http/errors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findChatdeskSeat } from '../chatdesk/account.ts';
import { findTicketdeskSeat } from '../ticketdesk/account.ts';
import type { HelpdeskConnection, Refusal, Seat } from '../outbound/vendor-account.ts';
import type { HelpdeskName } from './integrations.store.ts';
import { openChatdesk, openTicketdesk } from './open-helpdesk.ts';

/**
 * The seat of the helpdesk that the AI is to speak as. 422 `seat_unknown` when the vendor has no colleague with this id,
 * 409 `not_connected` before there is a grant to ask with.
 */
export async function findSeat(desk: Desk, scope: OrganizationScope, channel: HelpdeskName, id: string): Promise<Seat> {
  const found = await ask(desk, scope, channel, id);
  switch (found.kind) {
    case 'seat':
      return found;
    case 'none':
      throw invalid('/speak_as', 'The helpdesk has no colleague with this id.', 'seat_unknown');
    case 'refused':
      throw upstreamFailed(`The vendor did not tell its seats: ${found.detail}.`);
  }
}

type Found = (Seat & { kind: 'seat' }) | { kind: 'none' } | Refusal;

async function ask(desk: Desk, scope: OrganizationScope, channel: HelpdeskName, id: string): Promise<Found> {
  switch (channel) {
    case 'chatdesk':
      return findChatdeskSeat(opened(await openChatdesk(desk, scope, desk.egress)), id);
    case 'ticketdesk':
      return findTicketdeskSeat(opened(await openTicketdesk(desk, scope, desk.egress)), id);
  }
}

/** The access, or 409 `not_connected` before there is a grant. */
export function opened<Access>(connection: HelpdeskConnection<Access>): Access {
  if (connection.kind === 'open') return connection.access;
  throw conflict('not_connected', 'Connect the helpdesk first.');
}
