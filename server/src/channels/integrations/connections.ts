import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { openFrom } from './secrets.ts';
import { findIntegration, saveIntegration, type HelpdeskName, type IntegrationRow } from './integrations.store.ts';
import { ticketdeskBaseUrl } from '../ticketdesk/account.ts';

export const loadIntegration = (
  desk: Desk,
  scope: OrganizationScope,
  channel: HelpdeskName,
): Promise<IntegrationRow | undefined> => inScope(desk.db, scope, (tx) => findIntegration(tx, scope, channel));

export const baseUrlOf = (desk: Desk, row: Pick<IntegrationRow, 'subdomain'>): string =>
  ticketdeskBaseUrl(desk.config.TICKETDESK_BASE_URL, row.subdomain ?? '');

/** The seat that we speak as: the one that was chosen, or else the one whose grant we have. */
export const seatOf = (row: Pick<IntegrationRow, 'speaker_id' | 'actor_id'>): string | null =>
  row.speaker_id ?? row.actor_id;

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

export const expiryOf = (desk: Desk, expiresIn: number | null): Date | null =>
  expiresIn === null ? null : new Date(desk.clock.now().getTime() + expiresIn * 1_000);
