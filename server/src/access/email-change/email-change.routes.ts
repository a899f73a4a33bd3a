import { confirmEmailChange, requestEmailChange, stopEmailChange } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf, person } from '../admission/admission.ts';
import { confirmChange, startEmailChange, stopChange } from './email-change.actions.ts';

export const emailChangeRoutes = (desk: Desk): Route[] => [
  route(requestEmailChange, person, async ({ scope, body }) => {
    await startEmailChange(desk, scope, body);
    return undefined;
  }),
  route(confirmEmailChange, anyone, async ({ body, request }) => {
    await confirmChange(desk, body.token, originOf(request));
    return undefined;
  }),
  route(stopEmailChange, anyone, async ({ body, request }) => {
    await stopChange(desk, body.token, originOf(request));
    return undefined;
  }),
];
