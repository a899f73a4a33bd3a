import { connectorRecipes } from './connectors.ts';
import { driveRecipes } from './drive.ts';
import { peopleRecipes } from './people.ts';
import { policyRecipes } from './policy.ts';
import type { Recipe } from './recipe.ts';
import { suiteRecipes } from './suite.ts';
import { trafficRecipes } from './traffic.ts';

/** Routes that are not GET, but change nothing of an organization. */
export const changesNothing: Record<string, string> = {
  'POST /api/conversations/:id/presence': 'who looks at it right now, for half a minute',
  'POST /api/integrations/chatdesk/provision': 'the vendor has no API for webhooks, so nothing is created',
  'POST /api/conversations/:id/suggest': 'a draft for people, kept nowhere',
  'POST /api/knowledge/search': 'a question, too long for a URL',
  'POST /api/knowledge/validation/playground/conversations': 'a rehearsal, which no customer ever meets',
  'PATCH /api/knowledge/validation/playground/conversations/:id': 'a rehearsal',
  'DELETE /api/knowledge/validation/playground/conversations/:id': 'a rehearsal',
  'POST /api/knowledge/validation/playground/conversations/:id/messages': 'a rehearsal',
  'POST /api/knowledge/validation/outcome/simulate': 'a rehearsal, without any effect',
  'POST /api/decisions/:id/replay': 'a rehearsal of what was decided',
  'POST /api/routing/policy/preview': 'a rehearsal of recent decisions',
};

/** By method and path; the test names a missing one. */
export const recipes: Record<string, Recipe> = {
  ...peopleRecipes,
  ...policyRecipes,
  ...driveRecipes,
  ...connectorRecipes,
  ...trafficRecipes,
  ...suiteRecipes,
};
