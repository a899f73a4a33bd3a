import { readKnowledgeAnalysis, type Analysis } from '@desk/contract/analysis';
import { member } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { Written } from '../../../platform/server/handler.ts';
import { route, type Route } from '../../../platform/server/route.ts';
import { analyse, type SuiteNeighbour } from './analysis.actions.ts';

export const analysisRoutes = (desk: Desk, suite: SuiteNeighbour): Route[] => [
  route(
    readKnowledgeAnalysis,
    member,
    async ({ scope, query }) => new Written(await analyse(desk, scope, { query, suite }), writeAnalysis),
  ),
];

// By identity: what has not changed is the same object as the last time (`reports` of the read model).
const written = new WeakMap<object, string>();

/** An analysis as JSON. Each of its parts is written once, and must not be changed afterwards: a megabyte takes longer than reading it. */
function writeAnalysis(analysis: Analysis): string {
  const members = Object.entries(analysis).map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`);
  return `{${members.join()}}`;
}

function write(part: Analysis[keyof Analysis]): string {
  if (typeof part !== 'object') return JSON.stringify(part);
  const known = written.get(part) ?? JSON.stringify(part);
  written.set(part, known);
  return known;
}
