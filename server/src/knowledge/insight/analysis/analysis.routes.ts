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

// Keyed by identity: an unchanged part is the same object as last time (`reports` of the read model).
const writtenParts = new WeakMap<object, string>();

/**
 * Writes an analysis as JSON, each part only once: writing a megabyte takes longer than reading it. The parts must not be
 * changed afterwards.
 */
function writeAnalysis(analysis: Analysis): string {
  const members = Object.entries(analysis).map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`);
  return `{${members.join()}}`;
}

function write(part: Analysis[keyof Analysis]): string {
  if (typeof part !== 'object') return JSON.stringify(part);
  const known = writtenParts.get(part) ?? JSON.stringify(part);
  writtenParts.set(part, known);
  return known;
}
