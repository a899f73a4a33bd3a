import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { openFrom } from './secrets.ts';
import { conflict, upstreamFailed } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import type { HelpdeskConnection } from '../outbound/vendor-account.ts';
import type { Delivered } from '../port/channel.logic.ts';
import { findIntegration, recentIntegration, saveIntegration, type IntegrationRow } from './integrations.store.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';

export const loadIntegration = (
  desk: Desk,
  scope: OrganizationScope,
  channel: HelpdeskName,
): Promise<IntegrationRow | undefined> => inScope(desk.db, scope, (tx) => findIntegration(tx, scope, channel));

/** The seat that we write as: the chosen one, else the one whose grant we have. */
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
  const prefix = channel.toUpperCase() as Uppercase<HelpdeskName>;
  const clientId = desk.config[`${prefix}_CLIENT_ID`];
  const clientSecret = desk.config[`${prefix}_CLIENT_SECRET`];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Records that the vendor refused our grant: nothing more is sent with it until an admin connects again. */
export const stopForReauth = (desk: Desk, scope: OrganizationScope, channel: HelpdeskName) =>
  inScope(desk.db, scope, (tx) =>
    saveIntegration(tx, scope, channel, {
      needs_reauth: true,
      grant_checked_at: desk.clock.now(),
      last_error: english`The vendor refused our access token.`,
    }),
  );

/** Returns the outcome of the delivery. A dead grant stops the channel. */
export async function stoppingOnRefusal(
  desk: Desk,
  scope: OrganizationScope,
  channel: HelpdeskName,
  delivered: Delivered,
): Promise<Delivered> {
  if (delivered.kind === 'needs_reauth') await stopForReauth(desk, scope, channel);
  return delivered;
}

/** The seat that we write as now; null without a connection. */
export async function ourSeat(desk: Desk, scope: OrganizationScope, channel: HelpdeskName): Promise<string | null> {
  const row = await recentIntegration(desk.db, scope, channel);
  return row ? seatOf(row) : null;
}

/** Returns the access. Throws 409 `not_connected` without a valid grant, and 502 if the token could not be renewed. */
export function opened<Access>(channel: HelpdeskName, connection: HelpdeskConnection<Access>): Access {
  switch (connection.kind) {
    case 'open':
      return connection.access;
    case 'not_connected':
      throw conflict('not_connected', sentence`Connect ${channel} first.`);
    case 'unrenewed':
      throw upstreamFailed(sentence`The access token could not be renewed. Try again later.`);
    case 'needs_reauth':
      throw conflict('not_connected', sentence`${channel} refuses our access token. Connect it again.`);
  }
}
