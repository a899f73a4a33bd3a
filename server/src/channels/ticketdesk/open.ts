import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { seatOf } from '../integrations/connections.ts';
import { openFrom } from '../integrations/secrets.ts';
import type { HelpdeskConnection } from '../outbound/vendor-account.ts';
import { textOfHtml } from '../port/html-text.ts';
import { baseUrlOf } from './account.ts';
import type { TicketdeskAccess } from './client.ts';
import { freshIntegration } from './token-renewal.ts';

/**
 * Returns the access that is needed to write in ticketdesk, with a token that is valid for at least another minute if the
 * vendor lets us renew it.
 */
export async function openTicketdesk(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<HelpdeskConnection<TicketdeskAccess>> {
  const fresh = await freshIntegration(desk, scope, egress);
  if (fresh.kind !== 'ready') return fresh;
  const { row } = fresh;
  const token = openFrom(desk, row, 'access_token_sealed');
  const userId = seatOf(row);
  if (!userId || !token) return { kind: 'not_connected' };
  const access = {
    egress,
    baseUrl: baseUrlOf(desk, row),
    token,
    userId,
    speaksForAnother: row.speaker_id !== null,
    textOf: textOfHtml,
  };
  return { kind: 'open', access };
}
