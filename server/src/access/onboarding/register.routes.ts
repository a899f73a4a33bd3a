import { register as registerEndpoint } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf } from '../admission/admission.ts';
import { replyWithSession } from '../sessions/sessions.routes.ts';
import { register, type OnOrganizationCreated } from './register.actions.ts';

/** `onOrganizationCreated`: the hooks by which other domains fill a new organization. */
export const registerRoutes = (
  desk: Desk,
  { onOrganizationCreated }: { onOrganizationCreated: OnOrganizationCreated[] },
): Route[] => [
  route(registerEndpoint, anyone, async ({ body, request }) =>
    replyWithSession(desk, 201, await register(desk, onOrganizationCreated, body, originOf(request))),
  ),
];
