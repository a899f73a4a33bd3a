import { eraseCustomer } from '@desk/contract/customers';
import { organizationAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { eraseByPerson } from './erase.actions.ts';

export const erasureRoutes = (desk: Desk): Route[] => [
  route(eraseCustomer, organizationAdmin, async ({ scope, params, expectedVersion }) => {
    const erasure = await eraseByPerson(desk, scope, { id: params.id, expectedVersion });
    return answered(202, erasure, { location: `/api/erasures/${erasure.id}` });
  }),
];
