import type { Overlay } from '@desk/contract/simulation';
import { listSettingsRevisions, restoreSettingsRevision } from '@desk/contract/revisions';
import { readSettings, updateSettings } from '@desk/contract/settings';
import { member, organizationAdmin, type Scope } from '../access/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { route, type Route } from '../platform/server/route.ts';
import { inScope } from '../platform/database/transaction.ts';
import { restoreSettings, restoringPatch, showSettingsRevisions } from './revisions.actions.ts';
import { changeSettings, loadSettings, type DestinationExists, type PublishGate } from './settings.actions.ts';

export interface SettingsNeighbours {
  destinationExists: DestinationExists;
  /** Throws 409 if the change would break the organization's suite. */
  passGate<T>(desk: Desk, scope: Scope, proposal: SettingsProposal<T>): Promise<T>;
}

interface SettingsProposal<T> {
  overlay: Overlay;
  override: string | undefined;
  change: (tx: Tx) => Promise<T>;
}

export const settingsRoutes = (desk: Desk, { destinationExists, passGate }: SettingsNeighbours): Route[] => [
  route(readSettings, member, ({ scope }) => inScope(desk.db, scope, (tx) => loadSettings(tx, scope))),
  route(updateSettings, organizationAdmin, ({ scope, body, query, expectedVersion }) => {
    const proposal = { overlay: { settings: body }, override: query.gate_override };
    const gate: PublishGate = (change) => passGate(desk, scope, { ...proposal, change });
    return changeSettings(desk, scope, { patch: body, expectedVersion, gate, destinationExists });
  }),
  route(listSettingsRevisions, member, ({ scope, query }) => showSettingsRevisions(desk, scope, query)),
  route(restoreSettingsRevision, organizationAdmin, async ({ scope, params, query, expectedVersion }) => {
    const settings = await restoringPatch(desk, scope, params.n);
    const proposal = { overlay: { settings }, override: query.gate_override };
    const gate: PublishGate = (change) => passGate(desk, scope, { ...proposal, change });
    return restoreSettings(desk, scope, { revision: params.n, expectedVersion, gate, destinationExists });
  }),
];
