import { english } from '../../platform/words/sentence.logic.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findConnector, noteConnector } from '../registry/connectors.store.ts';
import { templatesOf } from './templates.store.ts';

/** Sets the connector's status to `drifted` exactly while a template of it is quarantined; its detail names these templates. */
export async function settleDrift(tx: Tx, scope: OrganizationScope, connectorId: string): Promise<void> {
  const connector = await findConnector(tx, scope, connectorId);
  if (!connector) return;
  const held = (await templatesOf(tx, scope, connectorId)).filter(({ quarantine }) => quarantine !== null);
  if (held.length > 0 && (connector.status === 'active' || connector.status === 'drifted')) {
    const names = held.map(({ name }) => name).join(', ');
    const status_detail =
      english`The service has changed. These templates are not used until they are repaired: ${names}.`.slice(0, 500);
    if (connector.status === 'drifted' && connector.status_detail === status_detail) return;
    await noteConnector(tx, scope, connectorId, { status: 'drifted', status_detail });
  }
  if (held.length === 0 && connector.status === 'drifted')
    await noteConnector(tx, scope, connectorId, { status: 'active', status_detail: null });
}
