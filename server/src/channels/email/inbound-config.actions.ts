import type { InboundConfig } from '@desk/contract/channels';
import { record, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { roleRequired } from '../../platform/http/errors.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { maxMailBytes } from '../port/limits.logic.ts';
import { inboxOf, listAddresses, verifiedDomainsOf } from './domains/mailboxes.store.ts';
import { organizationMailSecret } from './message/organization-secret.ts';
import { inboxAddress } from './domains/our-addresses.ts';

/**
 * How to get mail into the desk. The signing secret is the organization's own: it signs mail for its recipients and for
 * no others. It is shown on request only, and only to admins (403 `role_required`).
 */
export async function inboundConfig(desk: Desk, scope: Scope, reveal: boolean): Promise<InboundConfig> {
  if (reveal && scope.role === 'member') throw roleRequired('workspace_admin');
  const { inbox, addresses, domains } = await inScope(desk.db, scope, async (tx) => {
    const subject = { type: 'inbound_secret', id: 'email' };
    if (reveal) record(desk, tx, scope, { action: 'inbound_secret.revealed', subject });
    return {
      inbox: await inboxOf(tx, scope),
      addresses: await listAddresses(tx, scope),
      domains: await verifiedDomainsOf(tx, scope),
    };
  });
  const { PUBLIC_URL, EMAIL_INBOUND_BASIC, EMAIL_INBOUND_DOMAIN } = desk.config;
  return {
    forward_to: inboxAddress(desk, inbox),
    webhook_url: `${PUBLIC_URL}/webhooks/email/inbound`,
    formats: EMAIL_INBOUND_BASIC ? ['rfc822', 'postmark'] : ['rfc822'],
    addresses: addresses.map((each) => ({
      address: each.address,
      verified: domains.includes(each.address.split('@')[1] ?? ''),
      last_received_at: each.last_received_at.toISOString(),
    })),
    max_message_bytes: maxMailBytes,
    spf: `v=spf1 mx:${EMAIL_INBOUND_DOMAIN} ~all`,
    ...(reveal ? { signing_secret: organizationMailSecret(desk.config, scope.organizationId) } : {}),
  };
}
