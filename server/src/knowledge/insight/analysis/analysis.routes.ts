import { readKnowledgeAnalysis } from '@desk/contract/analysis';
import { member } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { Written } from '../../../platform/server/handler.ts';
import { route, type Route } from '../../../platform/server/route.ts';
import { analyse, type SuiteNeighbour } from './analysis.actions.ts';
import { writeAnalysis } from './analysis.view.ts';

export const analysisRoutes = (desk: Desk, suite: SuiteNeighbour): Route[] => [
  route(
    readKnowledgeAnalysis,
    member,
    async ({ scope, query }) => new Written(await analyse(desk, scope, { query, suite }), writeAnalysis),
  ),
];
