import type { Scope } from '../../../../access/index.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import { serviceAccountFor } from './open-drive.ts';
import { forgetFeeds } from './folders.store.ts';
import { recordGrant } from './grant-audit.actions.ts';
import { openFrom } from './grant-secrets.ts';
import { findGrant, releaseAccount, saveGrant } from './grant.store.ts';
import { revokeGrant } from '../client/oauth.ts';
import { markSourcesRevoked } from './source-state.actions.ts';

const noGrant = {
  access_token_sealed: null,
  refresh_token_sealed: null,
  token_expires_at: null,
  account_id: null,
  account_name: null,
  scopes: [],
  needs_reauth: false,
  last_error: null,
  watch_due: null,
} as const;

/** Deletes and revokes the grant. Documents keep their active versions; a new connection watches the folders again. */
export async function disconnect(desk: Desk, scope: Scope): Promise<void> {
  const token = await inScope(desk.db, scope, async (tx) => {
    const before = await findGrant(tx, scope);
    if (!before || before.refresh_token_sealed === null) return null;
    const after = await saveGrant(tx, scope, { ...noGrant, scopes: [], disconnected_at: desk.clock.now() });
    await releaseAccount(tx, scope);
    await forgetFeeds(tx, scope);
    if (!serviceAccountFor(desk, scope)) await markSourcesRevoked(desk, tx, scope);
    recordGrant(desk, tx, scope, { action: 'integration.disconnected', before, after, secrets: ['access_token'] });
    return openFrom(desk, before, 'refresh_token_sealed');
  });
  if (token !== null) await revokeGrant(desk, token);
}
