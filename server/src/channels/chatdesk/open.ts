import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { seatOf } from '../integrations/connections.ts';
import { recentIntegration, type IntegrationRow } from '../integrations/integrations.store.ts';
import { openFrom } from '../integrations/secrets.ts';
import type { HelpdeskConnection } from '../outbound/vendor-account.ts';
import { textOfHtml } from '../port/html-text.ts';
import { chatdeskApiUrl } from './account.ts';
import type { ChatdeskAccess } from './client.ts';

/** The secret that signs chatdesk's webhooks: a client secret may be set without a client id, for a private app. */
export const chatdeskSigningSecret = (desk: Desk, row: IntegrationRow): string | null =>
  openFrom(desk, row, 'client_secret_sealed') ?? (desk.config.CHATDESK_CLIENT_SECRET || null);

/** Returns the access that is needed to write in chatdesk. */
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
