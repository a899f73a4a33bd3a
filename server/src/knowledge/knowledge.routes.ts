import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { forgetDocument } from './forget-document.actions.ts';
import { collectionRoutes } from './library/collections/collections.routes.ts';
import type { UsersOfCollection } from './library/collections/collections.actions.ts';
import { documentRoutes } from './library/documents/documents.routes.ts';
import { driveRoutes } from './library/drive/drive.routes.ts';
import { analysisRoutes } from './insight/analysis/analysis.routes.ts';
import type { SuiteNeighbour } from './insight/analysis/analysis.actions.ts';
import { citationRoutes } from './insight/use/citations.routes.ts';
import type { TitlesOf } from './insight/use/citations.actions.ts';
import { findingRoutes } from './insight/findings/findings.routes.ts';
import { learnedRoutes } from './insight/learned/learned.routes.ts';
import { searchRoutes } from './search/search.routes.ts';

interface KnowledgeNeighbours {
  usersOfCollection: UsersOfCollection;
  suite: SuiteNeighbour;
  titlesOf: TitlesOf;
}

export const knowledgeRoutes = (desk: Desk, neighbours: KnowledgeNeighbours): Route[] => [
  ...collectionRoutes(desk, neighbours),
  ...documentRoutes(desk, forgetDocument),
  ...driveRoutes(desk),
  ...searchRoutes(desk),
  ...analysisRoutes(desk, neighbours.suite),
  ...citationRoutes(desk, neighbours.titlesOf),
  ...findingRoutes(desk),
  ...learnedRoutes(desk),
];
