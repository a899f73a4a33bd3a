import type { Desk } from '../platform/desk.ts';
import type { Egress } from '../platform/egress.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { chatdeskApiUrl } from './chatdesk/account.ts';
import type { ChatdeskAccess } from './chatdesk/client.ts';
import { textOfHtml } from './html-text.ts';
import { openFrom, sealFor } from './integration-secrets.ts';
import {
  claimRefresh,
  findIntegration,
  saveIntegration,
  type HelpdeskName,
  type IntegrationRow,
} from './integrations.store.ts';
import { refreshTicketdeskToken, ticketdeskBaseUrl } from './ticketdesk/account.ts';
import type { TicketdeskAccess } from './ticketdesk/client.ts';

export const loadIntegration = (
  desk: Desk,
  scope: OrganizationScope,
  channel: HelpdeskName,
): Promise<IntegrationRow | undefined> => inScope(desk.db, scope, (tx) => findIntegration(tx, scope, channel));

/** What is needed to speak in chatdesk; null while the organization has not connected it. */
export async function openChatdesk(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<ChatdeskAccess | null> {
  const row = await loadIntegration(desk, scope, 'chatdesk');
  const token = row ? openFrom(desk, row, 'access_token_sealed') : null;
  if (!row?.actor_id || !token) return null;
  const apiUrl = chatdeskApiUrl(desk.config.CHATDESK_API_URL, row.region);
  return { egress, apiUrl, token, adminId: row.actor_id, textOf: textOfHtml };
}

/** The same for ticketdesk, with a token that lives for at least another minute where the vendor lets us renew it. */
export async function openTicketdesk(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<TicketdeskAccess | null> {
  const row = await freshIntegration(desk, scope, egress);
  const token = row ? openFrom(desk, row, 'access_token_sealed') : null;
  if (!row?.actor_id || !token) return null;
  return { egress, baseUrl: baseUrlOf(desk, row), token, userId: row.actor_id, textOf: textOfHtml };
}

export const baseUrlOf = (desk: Desk, row: Pick<IntegrationRow, 'subdomain'>): string =>
  ticketdeskBaseUrl(desk.config.TICKETDESK_BASE_URL, row.subdomain ?? '');

export interface AppCredentials {
  clientId: string;
  clientSecret: string;
}

/** The organization's own app, else the deployment's; null when there is neither. */
export function appOf(desk: Desk, channel: HelpdeskName, row: IntegrationRow | undefined): AppCredentials | null {
  const own = row ? openFrom(desk, row, 'client_secret_sealed') : null;
  if (row?.client_id && own) return { clientId: row.client_id, clientSecret: own };
  const { CHATDESK_CLIENT_ID, CHATDESK_CLIENT_SECRET, TICKETDESK_CLIENT_ID, TICKETDESK_CLIENT_SECRET } = desk.config;
  const [clientId, clientSecret] =
    channel === 'chatdesk'
      ? [CHATDESK_CLIENT_ID, CHATDESK_CLIENT_SECRET]
      : [TICKETDESK_CLIENT_ID, TICKETDESK_CLIENT_SECRET];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** The secret that signs chatdesk's webhooks: a client secret may be set without a client id, for a private app. */
export const chatdeskSigningSecret = (desk: Desk, row: IntegrationRow): string | null =>
  openFrom(desk, row, 'client_secret_sealed') ?? (desk.config.CHATDESK_CLIENT_SECRET || null);

/** The vendor refused our grant: nothing more is sent with it until an admin connects again. */
export const stopForReauth = (desk: Desk, scope: OrganizationScope, channel: HelpdeskName) =>
  inScope(desk.db, scope, (tx) =>
    saveIntegration(tx, scope, channel, { needs_reauth: true, last_error: 'The vendor refused our access token.' }),
  );

const renewBeforeMs = 60_000;
const otherRefreshMs = 100;
const patience = 20;

async function freshIntegration(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<IntegrationRow | undefined> {
  const row = await loadIntegration(desk, scope, 'ticketdesk');
  if (!row || !isExpiring(desk, row) || row.refresh_token_sealed === null) return row;
  const mine = await inScope(desk.db, scope, (tx) => claimRefresh(tx, scope, 'ticketdesk'));
  return mine ? refresh(desk, scope, egress) : othersRefresh(desk, scope, row);
}

const isExpiring = (desk: Desk, row: IntegrationRow) =>
  row.token_expires_at !== null && row.token_expires_at.getTime() - desk.clock.now().getTime() < renewBeforeMs;

// Read again after the claim: the one who had it before us may just have finished.
async function refresh(desk: Desk, scope: OrganizationScope, egress: Egress): Promise<IntegrationRow | undefined> {
  const row = await loadIntegration(desk, scope, 'ticketdesk');
  const refreshToken = row ? openFrom(desk, row, 'refresh_token_sealed') : null;
  const app = appOf(desk, 'ticketdesk', row);
  if (!row || !isExpiring(desk, row) || !refreshToken || !app) return row;
  const granted = await refreshTicketdeskToken(egress, { baseUrl: baseUrlOf(desk, row), ...app }, refreshToken);
  const integration = { organizationId: scope.organizationId, channel: 'ticketdesk' } as const;
  const change =
    granted.kind === 'granted'
      ? {
          access_token_sealed: sealFor(desk, integration, 'access_token_sealed', granted.accessToken),
          refresh_token_sealed: sealFor(
            desk,
            integration,
            'refresh_token_sealed',
            granted.refreshToken ?? refreshToken,
          ),
          token_expires_at: expiryOf(desk, granted.expiresIn),
        }
      : {
          needs_reauth: row.needs_reauth || granted.reauthorize,
          last_error: `The token could not be renewed: ${granted.detail}.`,
        };
  return inScope(desk.db, scope, (tx) =>
    saveIntegration(tx, scope, 'ticketdesk', { ...change, refreshing_until: null }),
  );
}

export const expiryOf = (desk: Desk, expiresIn: number | null): Date | null =>
  expiresIn === null ? null : new Date(desk.clock.now().getTime() + expiresIn * 1_000);

// Refresh tokens are good once: while another worker uses it, wait for what it gets. The old token may still work.
async function othersRefresh(
  desk: Desk,
  scope: OrganizationScope,
  before: IntegrationRow,
): Promise<IntegrationRow | undefined> {
  for (let look = 0; look < patience; look++) {
    await new Promise((resolve) => setTimeout(resolve, otherRefreshMs));
    const row = await loadIntegration(desk, scope, 'ticketdesk');
    if (row?.access_token_sealed !== before.access_token_sealed || row?.refreshing_until === null) return row;
  }
  return before;
}
