import { deleteOwnSession, listOwnSessions, readMe, readOwnSession, updateMe } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { person } from '../admission/admission.ts';
import { describePerson, updatePerson } from './me.actions.ts';
import { endOwnSession, pageOfOwnSessions, showOwnSession } from './own-sessions.actions.ts';

export const meRoutes = (desk: Desk): Route[] => [
  route(readMe, person, ({ scope }) => describePerson(desk, scope)),
  route(updateMe, person, ({ scope, body }) => updatePerson(desk, scope, body)),
  route(listOwnSessions, person, ({ scope, query }) => pageOfOwnSessions(desk, scope, query)),
  route(readOwnSession, person, ({ scope, params }) => showOwnSession(desk, scope, params.id)),
  route(deleteOwnSession, person, async ({ scope, params }) => {
    await endOwnSession(desk, scope, params.id);
    return null;
  }),
];
