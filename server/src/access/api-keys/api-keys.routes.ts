import * as contract from '@desk/contract/api-keys';
import type { Desk } from '../../platform/desk.ts';
import { created, route, type Route } from '../../platform/server/route.ts';
import { organizationAdmin } from '../admission/admission.ts';
import { createKey, listKeys, revokeKey, showKey } from './api-keys.actions.ts';

export const apiKeyRoutes = (desk: Desk): Route[] => [
  route(contract.listApiKeys, organizationAdmin, ({ scope, query }) => listKeys(desk, scope, query)),
  route(contract.readApiKey, organizationAdmin, ({ scope, params }) => showKey(desk, scope, params.id)),
  route(contract.createApiKey, organizationAdmin, async ({ scope, body }) => {
    const key = await createKey(desk, scope, body);
    return created(`/api/api-keys/${key.id}`, key);
  }),
  route(contract.deleteApiKey, organizationAdmin, async ({ scope, params }) => {
    await revokeKey(desk, scope, params.id);
    return undefined;
  }),
];
