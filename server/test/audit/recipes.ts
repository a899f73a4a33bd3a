import { driveRecipes } from './drive.ts';
import { peopleRecipes } from './people.ts';
import { policyRecipes } from './policy.ts';
import type { Recipe } from './recipe.ts';
import { trafficRecipes } from './traffic.ts';

/** Routes that are no GET and still change nothing of an organization. */
export const changesNothing: Record<string, string> = {
  'POST /api/conversations/:id/presence': 'who looks at it right now, for half a minute',
  'POST /api/conversations/:id/suggest': 'a draft for people, kept nowhere',
  'POST /api/knowledge/search': 'a question, too long for a URL',
};

/** By method and path; the test says which one is missing. */
export const recipes: Record<string, Recipe> = {
  ...peopleRecipes,
  ...policyRecipes,
  ...driveRecipes,
  ...trafficRecipes,
};
