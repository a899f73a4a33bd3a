import type { Desk } from '../../platform/desk.ts';
import { invalid, upstreamFailed } from '../../platform/http/errors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Seat } from '../outbound/vendor-account.ts';
import type { Helpdesk } from './helpdesk.ts';

/**
 * The seat of the helpdesk that the AI is to speak as. 422 `seat_unknown` when the vendor has no colleague with this id,
 * 409 `not_connected` before there is a grant to ask with.
 */
export async function findSeat(desk: Desk, scope: OrganizationScope, helpdesk: Helpdesk, id: string): Promise<Seat> {
  const found = await helpdesk.findSeat(desk, scope, id);
  switch (found.kind) {
    case 'seat':
      return found;
    case 'none':
      throw invalid('/speak_as', 'The helpdesk has no colleague with this id.', 'seat_unknown');
    case 'refused':
      throw upstreamFailed(`The vendor did not tell its seats: ${found.detail}.`);
  }
}
