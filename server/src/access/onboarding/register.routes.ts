import { register as registerEndpoint } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf } from '../admission/admission.ts';
import { welcome } from '../sessions/sessions.routes.ts';
import { register, type Furnish } from './register.actions.ts';

/** `furnish`: what other domains put into a new organization. */
export const registerRoutes = (desk: Desk, { furnish }: { furnish: Furnish[] }): Route[] => [
  route(registerEndpoint, anyone, async ({ body, request }) =>
    welcome(desk, 201, await register(desk, furnish, body, originOf(request))),
  ),
];
