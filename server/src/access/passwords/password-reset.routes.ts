import { confirmPasswordReset, requestPasswordReset } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { anyone, originOf } from '../admission/admission.ts';
import { startPasswordReset, confirmReset } from './password-reset.actions.ts';

export const passwordResetRoutes = (desk: Desk): Route[] => [
  route(requestPasswordReset, anyone, async ({ body, request }) => {
    await startPasswordReset(desk, body.email, originOf(request));
    return undefined;
  }),
  route(confirmPasswordReset, anyone, async ({ body, request }) => {
    await confirmReset(desk, body, originOf(request));
    return undefined;
  }),
];
