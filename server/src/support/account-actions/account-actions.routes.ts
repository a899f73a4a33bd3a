import { listAccountActions, runAccountAction } from '@desk/contract/account-actions';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { doAction, showActions } from './offer-and-run.actions.ts';

/** Routes of writes in account systems, each approved by a person in a conversation. */
export const accountActionRoutes = (desk: Desk): Route[] => [
  route(listAccountActions, member, ({ scope, params, query }) => showActions(desk, scope, { id: params.id, query })),
  route(runAccountAction, member, ({ scope, params, body }) => doAction(desk, scope, { id: params.id, wish: body })),
];
