import { changesBetween, record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import type { IntegrationRow } from './integrations.store.ts';

interface IntegrationEdit {
  action:
    | 'integration.configured'
    | 'integration.connected'
    | 'integration.disconnected'
    | 'integration.webhook_secret_changed';
  before: IntegrationRow | undefined;
  after: IntegrationRow;
  /** The secrets that were set. The log contains their names only. */
  secrets: readonly ('client_secret' | 'access_token' | 'webhook_secret')[];
}

/** Records in the audit log how an admin changed a connection to a vendor. */
export function recordIntegration(desk: Desk, tx: Tx, acting: Acting, edit: IntegrationEdit): void {
  const { action, before, after, secrets } = edit;
  const changes = {
    ...changesBetween<IntegrationRow, (typeof fields)[number]>(before ?? {}, after, fields),
    ...Object.fromEntries(secrets.map((name) => [name, {}])),
  };
  if (Object.keys(changes).length === 0) return;
  record(desk, tx, acting, { action, subject: { type: 'integration', id: after.channel }, changes });
}

const fields = ['client_id', 'subdomain', 'account_id', 'account_name', 'region'] as const;
