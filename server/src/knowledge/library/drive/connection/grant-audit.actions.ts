import { changesBetween, record, type Acting } from '../../../../access/index.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import type { GrantRow } from './grant.store.ts';

interface GrantEdit {
  action: 'integration.configured' | 'integration.connected' | 'integration.disconnected';
  before: GrantRow | undefined;
  after: GrantRow;
  /** The secrets that were set or deleted. The log names them, without their values. */
  secrets: readonly ('client_secret' | 'access_token')[];
}

/** Writes an admin's change of the drive connection to the audit log. */
export function recordGrant(desk: Desk, tx: Tx, acting: Acting, { action, before, after, secrets }: GrantEdit): void {
  const changes = {
    ...changesBetween<GrantRow, (typeof fields)[number]>(before ?? {}, after, fields),
    ...Object.fromEntries(secrets.map((name) => [name, {}])),
  };
  record(desk, tx, acting, { action, subject: { type: 'integration', id: 'cloud-drive' }, changes });
}

const fields = ['client_id', 'account_id', 'account_name', 'scopes'] as const;
