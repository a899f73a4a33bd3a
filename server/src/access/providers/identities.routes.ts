import { listIdentities, readIdentity, removeIdentity } from '@desk/contract/identity-providers';
import type { Desk } from '../../platform/desk.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { person } from '../admission/admission.ts';
import { identitiesOf, identityOf, unlinkIdentity } from './identities.actions.ts';
import { viewIdentity } from './identities.view.ts';

export const identityRoutes = (desk: Desk): Route[] => [
  route(listIdentities, person, async ({ scope, query }) => {
    const { rows, next_cursor } = await identitiesOf(desk, scope, query);
    return { items: rows.map((each) => viewIdentity(desk.config.identityProviders, each)), next_cursor };
  }),
  route(readIdentity, person, async ({ scope, params }) =>
    viewIdentity(desk.config.identityProviders, await identityOf(desk, scope, params.id)),
  ),
  route(removeIdentity, person, async ({ scope, params }) => {
    await unlinkIdentity(desk, scope, params.id);
    return answered(204, null);
  }),
];
