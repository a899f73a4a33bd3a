import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { expiryOf } from '../../platform/http/oauth.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { appOf, loadIntegration } from '../integrations/connections.ts';
import { openFrom, sealFor } from '../integrations/secrets.ts';
import {
  claimRefresh,
  recentIntegration,
  saveIntegration,
  type IntegrationChange,
  type IntegrationRow,
} from '../integrations/integrations.store.ts';
import { baseUrlOf, refreshTicketdeskToken } from './account.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const renewBeforeMilliseconds = 60_000;
const otherRefreshMilliseconds = 100;
const mostLooks = 20;

export type RenewedConnection =
  | { kind: 'ready'; row: IntegrationRow }
  | { kind: 'not_connected' }
  | { kind: 'unrenewed'; why: string }
  | { kind: 'needs_reauth' };

/**
 * Returns ticketdesk's connection, with its token renewed if that is due. Never returns an expired token while it could
 * still be renewed: the vendor's 401 would stop the channel for what may be a short outage of its token endpoint.
 */
export async function freshIntegration(
  desk: Desk,
  scope: OrganizationScope,
  egress: Egress,
): Promise<RenewedConnection> {
  const row = await recentIntegration(desk.db, scope, 'ticketdesk');
  if (!row || row.needs_reauth || !isExpiring(desk, row) || !isRenewable(desk, row)) return standingOf(desk, row);
  const mine = await inScope(desk.db, scope, (tx) => claimRefresh(tx, scope, 'ticketdesk'));
  return standingOf(desk, mine ? await refresh(desk, scope, egress) : await othersRefresh(desk, scope, row));
}

function standingOf(desk: Desk, row: IntegrationRow | undefined): RenewedConnection {
  if (!row) return { kind: 'not_connected' };
  if (row.needs_reauth) return { kind: 'needs_reauth' };
  if (hasExpired(desk, row) && isRenewable(desk, row))
    return { kind: 'unrenewed', why: row.last_error ?? english`The token is being renewed.` };
  return { kind: 'ready', row };
}

const isExpiring = (desk: Desk, row: IntegrationRow) => endsWithin(desk, row, renewBeforeMilliseconds);
const hasExpired = (desk: Desk, row: IntegrationRow) => endsWithin(desk, row, 0);

const endsWithin = (desk: Desk, { token_expires_at }: IntegrationRow, milliseconds: number) =>
  token_expires_at !== null && token_expires_at.getTime() - desk.clock.now().getTime() <= milliseconds;

const isRenewable = (desk: Desk, row: IntegrationRow) =>
  row.refresh_token_sealed !== null && appOf(desk, 'ticketdesk', row) !== null;

// Read again after the claim: the previous holder may just have finished.
async function refresh(desk: Desk, scope: OrganizationScope, egress: Egress): Promise<IntegrationRow | undefined> {
  const row = await loadIntegration(desk, scope, 'ticketdesk');
  const change = row && isExpiring(desk, row) ? await renewed(desk, egress, row) : {};
  return inScope(desk.db, scope, (tx) =>
    saveIntegration(tx, scope, 'ticketdesk', { ...change, refreshing_until: null }),
  );
}

async function renewed(desk: Desk, egress: Egress, row: IntegrationRow): Promise<IntegrationChange> {
  const refreshToken = openFrom(desk, row, 'refresh_token_sealed');
  const app = appOf(desk, 'ticketdesk', row);
  if (!refreshToken || !app) return {};
  const granted = await refreshTicketdeskToken(egress, { baseUrl: baseUrlOf(desk, row), ...app }, refreshToken);
  if (granted.kind === 'refused')
    return {
      needs_reauth: granted.reauthorize,
      ...(granted.reauthorize ? { grant_checked_at: desk.clock.now() } : {}),
      last_error: english`The token could not be renewed: ${granted.detail}.`,
    };
  const seal = (field: 'access_token_sealed' | 'refresh_token_sealed', token: string) =>
    sealFor(desk, row, field, token);
  return {
    access_token_sealed: seal('access_token_sealed', granted.accessToken),
    refresh_token_sealed: seal('refresh_token_sealed', granted.refreshToken ?? refreshToken),
    token_expires_at: expiryOf(desk, granted.expiresIn),
    grant_checked_at: desk.clock.now(),
    last_error: null,
  };
}

// A refresh token works only once: while another worker uses it, wait for the result.
async function othersRefresh(
  desk: Desk,
  scope: OrganizationScope,
  before: IntegrationRow,
): Promise<IntegrationRow | undefined> {
  for (let look = 0; look < mostLooks; look++) {
    await new Promise((resolve) => setTimeout(resolve, otherRefreshMilliseconds));
    const row = await loadIntegration(desk, scope, 'ticketdesk');
    if (row?.access_token_sealed !== before.access_token_sealed || row?.refreshing_until === null) return row;
  }
  return before;
}
