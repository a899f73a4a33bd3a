import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { playgroundRoutes } from './playground/playground.routes.ts';
import { replayRoutes } from './replay/replay.routes.ts';
import { runRoutes } from './runs/runs.routes.ts';
import { simulationRoutes } from './simulation/simulation.routes.ts';
import { suiteRoutes } from './suite/suite.routes.ts';

export const validationRoutes = (desk: Desk): Route[] => [
  ...simulationRoutes(desk),
  ...replayRoutes(desk),
  ...playgroundRoutes(desk),
  ...suiteRoutes(desk),
  ...runRoutes(desk),
];
