import type { Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { recordIntegration } from './audit.actions.ts';
import { withoutGrant } from './integrations.actions.ts';
import type { Helpdesk } from './helpdesk.ts';
import { findIntegration, releaseAccount, saveIntegration } from './integrations.store.ts';

/**
 * Deletes the grant, the secrets and the account, so that another organization may connect it. If the vendor supports it,
 * the token is revoked there as well; an unreachable vendor does not keep us connected. From then on, events are refused
 * and waiting messages are not delivered. Disconnecting what is not connected changes nothing.
 */
export async function disconnect(desk: Desk, scope: Scope, helpdesk: Helpdesk): Promise<void> {
  const channel = helpdesk.name;
  const revoke = await helpdesk.revoking(desk, scope);
  const hadGrant = await inScope(desk.db, scope, async (tx) => {
    const before = await findIntegration(tx, scope, channel);
    if (!before || (!before.access_token_sealed && !before.webhook_secret_sealed)) return false;
    const after = await saveIntegration(tx, scope, channel, { ...withoutGrant, ...withoutSecrets });
    if (before.account_id) await releaseAccount(tx, scope, channel, before.account_id);
    const action = 'integration.disconnected';
    recordIntegration(desk, tx, scope, { action, before, after, secrets: ['access_token'] });
    return true;
  });
  // Revoke after the commit: a revoked token must not be one that we still use.
  if (hadGrant) await revoke();
}

const withoutSecrets = {
  client_secret_sealed: null,
  webhook_secret_sealed: null,
  previous_webhook_secret_sealed: null,
  previous_webhook_secret_until: null,
};
