import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import { lockConnector, noteConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { openFrom, sealFor } from './seal.ts';

/** Whether the former credentials are still stored: they are until the grace period ends. */
export const mayFallBack = (desk: Desk, row: ConnectorRow): boolean =>
  row.rotation === 'grace' &&
  row.previous_sealed !== null &&
  row.grace_until !== null &&
  row.grace_until > desk.clock.now();

/** Throws 409 while the former credentials are stored, because another change would delete them. */
export function refuseInGrace(desk: Desk, row: ConnectorRow): void {
  if (mayFallBack(desk, row))
    throw conflict(
      'rotation_in_progress',
      sentence`The previous credentials are still valid. Wait for the end of the grace period.`,
    );
}

/** Restores the former credentials once the service refuses the new ones and accepts these; `status_detail` gives people the reason. */
export async function fallBack(desk: Desk, seen: ConnectorRow): Promise<void> {
  const scope = { organizationId: seen.organization_id };
  const done = await inScope(desk.db, scope, async (tx) => {
    const row = await lockConnector(tx, scope, seen.id);
    if (!row || row.rotation !== 'grace' || row.credentials_fingerprint !== seen.credentials_fingerprint) return false;
    const former = openFrom(desk, row, 'previous_sealed');
    if (former === null) return false;
    await noteConnector(tx, scope, row.id, {
      credentials_sealed: sealFor(desk, row, 'credentials_sealed', former),
      credentials_fingerprint: row.previous_fingerprint,
      credentials_updated_at: desk.clock.now(),
      previous_sealed: null,
      previous_fingerprint: null,
      grace_until: null,
      rotation: 'fell_back',
      status_detail: english`The service rejected the new credentials, so the previous ones are used again. Rotate again.`,
    });
    return true;
  });
  if (done) desk.log.warn({ connector: seen.id }, 'connector fell back to its former credentials');
}
