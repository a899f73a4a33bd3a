import { readSettings, updateSettings } from '@desk/contract/settings';
import { member, organizationAdmin } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { route, type Route } from '../platform/server/route.ts';
import { inScope } from '../platform/database/transaction.ts';
import { changeSettings, loadSettings, type DestinationExists } from './settings.actions.ts';

export const settingsRoutes = (desk: Desk, neighbours: { destinationExists: DestinationExists }): Route[] => [
  route(readSettings, member, ({ scope }) => inScope(desk.db, scope, (tx) => loadSettings(tx, scope))),
  route(updateSettings, organizationAdmin, ({ scope, body, expectedVersion }) =>
    changeSettings(desk, scope, { patch: body, expectedVersion, ...neighbours }),
  ),
];
