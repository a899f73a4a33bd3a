import { listFindings, readFinding, updateFinding } from '@desk/contract/findings';
import { member, workspaceAdmin } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { route, type Route } from '../../../platform/server/route.ts';
import { changeFinding, pageOfFindings, showFinding } from './findings.actions.ts';

export const findingRoutes = (desk: Desk): Route[] => [
  route(listFindings, member, ({ scope, query }) => pageOfFindings(desk, scope, query)),
  route(readFinding, member, ({ scope, params }) => showFinding(desk, scope, params.id)),
  route(updateFinding, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    changeFinding(desk, scope, { id: params.id, state: body.state, expectedVersion }),
  ),
];
