import { listIdentities, removeIdentity } from '@desk/contract/identity-providers';
import type { Desk } from '../platform/desk.ts';
import { answered, route, type Route } from '../platform/http.ts';
import { person } from './admission.ts';
import { identitiesOf, takeFromAccount } from './identities.actions.ts';
import { viewIdentity } from './identities.view.ts';

export const identityRoutes = (desk: Desk): Route[] => [
  route(listIdentities, person, async ({ scope }) => {
    const identities = await identitiesOf(desk, scope);
    return { items: identities.map((each) => viewIdentity(desk.config.identityProviders, each)), next_cursor: null };
  }),
  route(removeIdentity, person, async ({ scope, params }) => {
    await takeFromAccount(desk, scope, params.id);
    return answered(204, null);
  }),
];
