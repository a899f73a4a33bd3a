import { listCitations } from '@desk/contract/knowledge';
import { member } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { route, type Route } from '../../../platform/server/route.ts';
import { pageOfCitations, type TitlesOf } from './citations.actions.ts';

export const citationRoutes = (desk: Desk, titlesOf: TitlesOf): Route[] => [
  route(listCitations, member, ({ scope, params, query }) =>
    pageOfCitations(desk, scope, { id: params.id, query }, titlesOf),
  ),
];
