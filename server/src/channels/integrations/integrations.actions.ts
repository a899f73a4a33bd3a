import type { Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, invalid, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { appOf, loadIntegration } from './connections.ts';
import type { Helpdesk } from './helpdesk.ts';
import { recordIntegration } from './audit.actions.ts';
import { sealFor } from './secrets.ts';
import {
  bindAccount,
  findIntegration,
  newestEventAt,
  saveIntegration,
  type IntegrationChange,
  type IntegrationRow,
} from './integrations.store.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';
import type { IntegrationReadModel } from './integrations.view.ts';
import { grantRenewed } from '../inbound/lanes.jobs.ts';
import { requeueUngranted } from '../inbound/dead-letters.actions.ts';
import type { Seat, VendorAccount } from '../outbound/vendor-account.ts';

/** Reads the state of the organization's connection. */
export async function readIntegration(
  desk: Desk,
  scope: OrganizationScope,
  helpdesk: Helpdesk,
): Promise<IntegrationReadModel> {
  const channel = helpdesk.name;
  const { row, newest } = await inScope(desk.db, scope, async (tx) => ({
    row: await findIntegration(tx, scope, channel),
    newest: await newestEventAt(tx, scope, channel),
  }));
  const times = [newest, row?.pinged_at ?? null].filter((time) => time !== null);
  const facts = {
    hasToken: Boolean(row?.access_token_sealed),
    wasConnected: Boolean(row?.connected_at),
    needsReauth: row?.needs_reauth ?? false,
    hasApp: appOf(desk, channel, row) !== null,
    hasSigningSecret: row !== undefined && helpdesk.canAuthenticate(desk, row),
    lastEventAt: times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null,
  };
  const { signingRemedy } = helpdesk;
  return { row, facts, webhookUrl: webhookUrl(desk, scope, channel), signingRemedy, readAt: desk.clock.now() };
}

export const webhookUrl = (desk: Desk, scope: OrganizationScope, channel: HelpdeskName): string =>
  `${desk.config.PUBLIC_URL}/webhooks/${channel}/${scope.organizationId}`;

export interface AppSettings {
  client_id?: string;
  client_secret?: string;
  access_token?: string;
  subdomain?: string;
  speak_as?: string | null;
}

/**
 * Stores the organization's own app, a private app's token, or both. A token is checked with the vendor first, so a
 * stored token works. Throws 422 `credentials_rejected` if the vendor refuses it, 502 if it does not answer, 409 if its
 * account is connected to another organization.
 */
export async function setApp(
  desk: Desk,
  scope: Scope,
  helpdesk: Helpdesk,
  app: AppSettings,
): Promise<IntegrationReadModel> {
  const channel = helpdesk.name;
  const account = app.access_token
    ? await accountOfToken(desk, scope, helpdesk, { ...app, access_token: app.access_token })
    : null;
  // Looked up with the present grant: a new grant begins with its own seat.
  const seat = app.speak_as ? await findSeat(desk, scope, helpdesk, app.speak_as) : null;
  const change = withoutToken(desk, { organization_id: scope.organizationId, channel }, { app, seat });
  await inScope(desk.db, scope, async (tx) => {
    const before = await findIntegration(tx, scope, channel);
    const moved = app.subdomain !== undefined && before?.subdomain !== app.subdomain;
    // Another subdomain is another company's host, which must not get the grant of this one.
    const after = await saveIntegration(tx, scope, channel, moved ? { ...change, ...asNew } : change);
    const secrets = [
      ...(app.client_secret ? (['client_secret'] as const) : []),
      ...(app.access_token ? (['access_token'] as const) : []),
    ];
    const action = 'integration.configured';
    if (!account || !app.access_token) return recordIntegration(desk, tx, scope, { action, before, after, secrets });
    const granted = await saveGrant(desk, tx, scope, {
      channel,
      account,
      accessToken: app.access_token,
      refreshToken: null,
      expiresAt: null,
    });
    recordIntegration(desk, tx, scope, { action, before, after: granted, secrets });
  });
  return readIntegration(desk, scope, helpdesk);
}

/** The changes by the settings other than the token. */
const withoutToken = (
  desk: Desk,
  of: { organization_id: string; channel: HelpdeskName },
  { app, seat }: { app: AppSettings; seat: Seat | null },
): IntegrationChange => ({
  ...(app.speak_as === undefined ? {} : { speaker_id: seat?.id ?? null, speaker_name: seat?.name ?? null }),
  ...(app.client_id ? { client_id: app.client_id } : {}),
  ...(app.client_secret ? { client_secret_sealed: sealFor(desk, of, 'client_secret_sealed', app.client_secret) } : {}),
  ...(app.subdomain ? { subdomain: app.subdomain } : {}),
});

export const withoutGrant = {
  access_token_sealed: null,
  refresh_token_sealed: null,
  token_expires_at: null,
  account_id: null,
  account_name: null,
  actor_id: null,
  speaker_id: null,
  speaker_name: null,
  delivery_account_id: null,
  needs_reauth: false,
  last_error: null,
} satisfies IntegrationChange;

const asNew = { ...withoutGrant, connected_at: null };

async function accountOfToken(
  desk: Desk,
  scope: Scope,
  helpdesk: Helpdesk,
  app: AppSettings & { access_token: string },
): Promise<VendorAccount> {
  const row = await loadIntegration(desk, scope, helpdesk.name);
  const subdomain = app.subdomain ?? row?.subdomain ?? null;
  const found = await helpdesk.identify(desk, { token: app.access_token, subdomain });
  if (found.kind === 'identified') return found;
  if (found.reauthorize)
    throw invalid('/access_token', sentence`The vendor rejected this token.`, 'credentials_rejected');
  throw upstreamFailed(sentence`The vendor did not say which account this token belongs to: ${found.detail}.`);
}

export interface NewGrant {
  channel: HelpdeskName;
  account: VendorAccount;
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
}

/**
 * Binds the vendor's account, stores the grant, and resumes the work that waited for it. Throws 409 if the account is
 * connected to another organization.
 */
export async function saveGrant(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  grant: NewGrant,
): Promise<IntegrationRow> {
  const { channel, account, accessToken, refreshToken, expiresAt } = grant;
  const { organizationId } = scope;
  if (!(await bindAccount(tx, scope, channel, account.account.id))) {
    throw conflict('conflict', sentence`This vendor account is already connected to another organization.`);
  }
  const before = await findIntegration(tx, scope, channel);
  const isAnother = before?.account_id !== account.account.id;
  // This grant cannot reach the threads of another account.
  if (!isAnother) {
    await requeueUngranted(desk, tx, scope, channel);
    await desk.jobs.enqueue(tx, grantRenewed, { organizationId, channel });
  }
  const of = { organization_id: organizationId, channel };
  return saveIntegration(tx, scope, channel, {
    access_token_sealed: sealFor(desk, of, 'access_token_sealed', accessToken),
    refresh_token_sealed: refreshToken ? sealFor(desk, of, 'refresh_token_sealed', refreshToken) : null,
    token_expires_at: expiresAt,
    account_id: account.account.id,
    account_name: account.account.name,
    actor_id: account.actorId,
    region: account.region,
    ...(isAnother ? { delivery_account_id: null, speaker_id: null, speaker_name: null } : {}),
    needs_reauth: false,
    last_error: null,
    connected_at: desk.clock.now(),
    grant_checked_at: desk.clock.now(),
  });
}

/**
 * Finds the helpdesk's seat that the AI is to write as. Throws 422 `seat_unknown` if the vendor has no colleague with
 * this id, 409 `not_connected` without a grant.
 */
async function findSeat(desk: Desk, scope: OrganizationScope, helpdesk: Helpdesk, id: string): Promise<Seat> {
  const found = await helpdesk.findSeat(desk, scope, id);
  switch (found.kind) {
    case 'seat':
      return found;
    case 'none':
      throw invalid('/speak_as', sentence`The helpdesk has no colleague with this id.`, 'seat_unknown');
    case 'refused':
      throw upstreamFailed(sentence`The vendor did not list its seats: ${found.detail}.`);
  }
}
