import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { replayRoutes } from './replay/replay.routes.ts';
import { simulationRoutes } from './simulation/simulation.routes.ts';

export const validationRoutes = (desk: Desk): Route[] => [...simulationRoutes(desk), ...replayRoutes(desk)];
