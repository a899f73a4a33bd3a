import { previewPolicy, replayDecision } from '@desk/contract/replay';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { preview } from './preview.actions.ts';
import { replay } from './replay.actions.ts';

export const replayRoutes = (desk: Desk): Route[] => [
  route(replayDecision, member, ({ scope, params, body }) => replay(desk, scope, { id: params.id, request: body })),
  route(previewPolicy, member, ({ scope, body }) => preview(desk, scope, body ?? {})),
];
