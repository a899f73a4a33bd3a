import type { Desk } from '../../../../platform/desk.ts';
import type { ServiceAccount } from '../../../../platform/config/service-account.ts';
import { expiryOf } from '../../../../platform/http/oauth.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { DriveFailure, type DriveAccess } from '../client/access.ts';
import { openFrom, sealFor } from './grant-secrets.ts';
import { claimRenewal, findGrant, lockGrant, saveGrant, type GrantRow } from './grant.store.ts';
import { grantByKey, refreshGrant, type DriveClient, type Granted } from '../client/oauth.ts';
import { markGrantRefused } from './source-state.actions.ts';
import { english } from '../../../../platform/words/sentence.logic.ts';

/** Returns the organization's own client, or else the deployment's; null if there is neither. */
export function clientOf(desk: Desk, row: GrantRow | undefined): DriveClient | null {
  const secret = row ? openFrom(desk, row, 'client_secret_sealed') : null;
  if (row?.client_id && secret) return { id: row.client_id, secret };
  const { CLOUD_DRIVE_CLIENT_ID: id, CLOUD_DRIVE_CLIENT_SECRET: deployments } = desk.config;
  return id && deployments ? { id, secret: deployments } : null;
}

/** Returns the deployment's service account if it may read for this organization. */
export function serviceAccountFor({ config }: Desk, { organizationId }: OrganizationScope): ServiceAccount | null {
  const { serviceAccount } = config;
  if (!serviceAccount) return null;
  const { organizations } = serviceAccount;
  return organizations.length === 0 || organizations.includes(organizationId) ? serviceAccount : null;
}

/** The addresses of the drive, from the configuration. */
export const placesOf = ({ config }: Desk): Pick<DriveAccess, 'apiUrl' | 'homes'> => ({
  apiUrl: config.CLOUD_DRIVE_API_URL,
  homes: [config.CLOUD_DRIVE_API_URL, config.CLOUD_DRIVE_AUTHORIZE_URL, config.CLOUD_DRIVE_TOKEN_URL],
});

/** Returns null if no drive is connected or its grant is refused: an admin has to connect it first. */
export async function openDrive(desk: Desk, scope: OrganizationScope): Promise<DriveAccess | null> {
  const row = await inScope(desk.db, scope, (tx) => findGrant(tx, scope));
  if (row && row.refresh_token_sealed !== null) return row.needs_reauth ? null : accessByGrant(desk, scope, row);
  const account = serviceAccountFor(desk, scope);
  return account ? accessByKey(desk, scope, account) : null;
}

function accessByGrant(desk: Desk, scope: OrganizationScope, row: GrantRow): DriveAccess {
  let token: string | null = null;
  // Renewing a token may replace the refresh token, so note the one that the current token belongs to.
  let grant = row.refresh_token_sealed;
  return {
    egress: desk.egress,
    ...placesOf(desk),
    async authorize(refused) {
      if (token === null || token === refused) ({ token, grant } = await goodToken(desk, scope, refused));
      return token;
    },
    giveUp: () => markGrantRefused(desk, scope, { grant, why: english`The drive refuses our access token.` }),
  };
}

interface GrantedToken {
  token: string;
  /** The sealed refresh token that it belongs to. */
  grant: string | null;
}

const renewBeforeMilliseconds = 120_000;
const otherRenewalMilliseconds = 100;
const mostAttempts = 100;

// Renew once at a time: other callers wait for the first one's token.
async function goodToken(desk: Desk, scope: OrganizationScope, refused: string | null): Promise<GrantedToken> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const row = await inScope(desk.db, scope, (tx) => findGrant(tx, scope));
    if (!row || row.needs_reauth) throw new DriveFailure('lost', 'no_grant');
    const token = openFrom(desk, row, 'access_token_sealed');
    if (token && token !== refused && !isExpiring(desk, row)) return { token, grant: row.refresh_token_sealed };
    if (await inScope(desk.db, scope, (tx) => claimRenewal(tx, scope))) return renew(desk, scope, refused);
    await new Promise((resolve) => setTimeout(resolve, otherRenewalMilliseconds));
  }
  throw new DriveFailure('away', 'renewal_taken');
}

const isExpiring = (desk: Desk, row: GrantRow) =>
  row.token_expires_at !== null &&
  row.token_expires_at.getTime() - desk.clock.now().getTime() < renewBeforeMilliseconds;

async function renew(desk: Desk, scope: OrganizationScope, refused: string | null): Promise<GrantedToken> {
  // Read the row again after the claim: the previous holder may just have renewed the token.
  const row = await inScope(desk.db, scope, (tx) => findGrant(tx, scope));
  const [token, refreshToken] = row
    ? [openFrom(desk, row, 'access_token_sealed'), openFrom(desk, row, 'refresh_token_sealed')]
    : [null, null];
  const client = clientOf(desk, row);
  if (!row || !refreshToken || !client) throw new DriveFailure('lost', 'no_grant');
  if (token && token !== refused && !isExpiring(desk, row)) {
    await inScope(desk.db, scope, (tx) => saveGrant(tx, scope, { refreshing_until: null }));
    return { token, grant: row.refresh_token_sealed };
  }
  try {
    const granted = await refreshGrant(desk, client, refreshToken);
    return { token: granted.accessToken, grant: await keepRenewed(desk, scope, row, granted) };
  } catch (error) {
    await inScope(desk.db, scope, (tx) => saveGrant(tx, scope, { refreshing_until: null }));
    if (error instanceof DriveFailure && error.refusal === 'lost') {
      const why = english`The grant could not be renewed (${error.code}).`;
      await markGrantRefused(desk, scope, { grant: row.refresh_token_sealed, why });
    }
    throw error;
  }
}

// Keep the tokens of another account that was connected during the renewal. Returns the grant of the renewed token.
function keepRenewed(
  desk: Desk,
  scope: OrganizationScope,
  before: GrantRow,
  granted: Granted,
): Promise<GrantedToken['grant']> {
  const { accessToken, refreshToken, expiresIn } = granted;
  const change = {
    access_token_sealed: sealFor(desk, before, 'access_token_sealed', accessToken),
    ...(refreshToken ? { refresh_token_sealed: sealFor(desk, before, 'refresh_token_sealed', refreshToken) } : {}),
    token_expires_at: expiryOf(desk, expiresIn),
    grant_checked_at: desk.clock.now(),
  };
  return inScope(desk.db, scope, async (tx) => {
    const row = await lockGrant(tx, scope);
    const isSame = row?.refresh_token_sealed === before.refresh_token_sealed;
    const kept = await saveGrant(tx, scope, { ...(isSame ? change : {}), refreshing_until: null });
    return (isSame ? kept : before).refresh_token_sealed;
  });
}

interface CachedToken {
  token: Promise<string>;
  until: number;
}

// Cache in memory: every process has the key in its configuration, and a token is valid for an hour.
const keptTokens = new WeakMap<ServiceAccount, CachedToken>();
const keptForMilliseconds = 50 * 60_000;

function accessByKey(desk: Desk, scope: OrganizationScope, account: ServiceAccount): DriveAccess {
  return {
    egress: desk.egress,
    ...placesOf(desk),
    async authorize(refused) {
      const kept = keptTokens.get(account);
      const token = kept && kept.until > desk.clock.now().getTime() ? await kept.token.catch(() => null) : null;
      if (token !== null && token !== refused) return token;
      return freshByKey(desk, scope, account);
    },
    giveUp: () => markGrantRefused(desk, scope, { grant: null, why: english`The drive refuses the service account.` }),
  };
}

async function freshByKey(desk: Desk, scope: OrganizationScope, account: ServiceAccount): Promise<string> {
  const token = grantByKey(desk, account).then(({ accessToken }) => accessToken);
  // Cache the promise, so that concurrent callers wait for the same token.
  keptTokens.set(account, { token, until: desk.clock.now().getTime() + keptForMilliseconds });
  return token.catch(async (error) => {
    keptTokens.delete(account);
    if (error instanceof DriveFailure && error.refusal === 'lost')
      await markGrantRefused(desk, scope, {
        grant: null,
        why: english`The service account was refused (${error.code}).`,
      });
    throw error;
  });
}
