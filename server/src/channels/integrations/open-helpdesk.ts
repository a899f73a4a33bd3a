import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { chatdeskApiUrl } from '../chatdesk/account.ts';
import type { ChatdeskAccess } from '../chatdesk/client.ts';
import { baseUrlOf, seatOf } from './connections.ts';
import { recentIntegration } from './integrations.store.ts';
import { textOfHtml } from '../port/html-text.ts';
import type { HelpdeskConnection } from '../outbound/vendor-account.ts';
import { openFrom } from './secrets.ts';
import { freshIntegration } from './token-renewal.ts';
import type { TicketdeskAccess } from '../ticketdesk/client.ts';

/** What is needed to speak in chatdesk. */
export async function openChatdesk(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<HelpdeskConnection<ChatdeskAccess>> {
  const row = await recentIntegration(desk.db, scope, 'chatdesk');
  const token = row ? openFrom(desk, row, 'access_token_sealed') : null;
  const adminId = row && seatOf(row);
  if (!row || !adminId || !token) return { kind: 'not_connected' };
  if (row.needs_reauth) return { kind: 'needs_reauth' };
  const apiUrl = chatdeskApiUrl(desk.config.CHATDESK_API_URL, row.region);
  return { kind: 'open', access: { egress, apiUrl, token, adminId, textOf: textOfHtml } };
}

/** The same for ticketdesk, with a token that lives for at least another minute where the vendor lets us renew it. */
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
