import { simulateOutcome } from '@desk/contract/simulation';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { refuseLiveReads } from './live-reads.ts';
import { simulate } from './simulate.actions.ts';

export const simulationRoutes = (desk: Desk): Route[] => [
  route(simulateOutcome, member, ({ scope, body }) => {
    refuseLiveReads(scope, body);
    return simulate(desk, scope, body);
  }),
];
