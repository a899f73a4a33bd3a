import {
  getCustomer,
  getErasure,
  listCustomers,
  listErasures,
  mergeCustomers,
  updateCustomer,
} from '@desk/contract/customers';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { pageOfErasures, readErasure } from './erasures.actions.ts';
import { editPerson, mergePersons, pageOfPersons, readPerson } from './persons.actions.ts';

/** Routes of the people who write. Their erasure reaches into other domains: support begins it. */
export const customerRoutes = (desk: Desk): Route[] => [
  route(listCustomers, member, ({ scope, query }) => inScope(desk.db, scope, (tx) => pageOfPersons(tx, scope, query))),
  route(getCustomer, member, ({ scope, params }) => inScope(desk.db, scope, (tx) => readPerson(tx, scope, params.id))),
  route(updateCustomer, member, ({ scope, params, body, expectedVersion }) =>
    inScope(desk.db, scope, (tx) => editPerson(desk, tx, scope, { id: params.id, edit: body, expectedVersion })),
  ),
  route(mergeCustomers, member, ({ scope, params, body, expectedVersion }) => {
    const merging = { id: params.id, otherId: body.customer_id, expectedVersion };
    return inScope(desk.db, scope, (tx) => mergePersons(desk, tx, scope, merging));
  }),
  route(listErasures, member, ({ scope, query }) => inScope(desk.db, scope, (tx) => pageOfErasures(tx, scope, query))),
  route(getErasure, member, ({ scope, params }) => inScope(desk.db, scope, (tx) => readErasure(tx, scope, params.id))),
];
