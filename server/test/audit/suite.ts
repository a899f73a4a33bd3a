import type { Stage } from '../story/stage.ts';
import { unique, words, type Recipe } from './recipe.ts';

const suite = '/api/knowledge/validation/suite';

const aCase = () => ({ name: unique('Case'), turns: [{ customer: words }], expect: { outcome: 'escalate' } });

async function aRun({ world }: Stage): Promise<string> {
  await world.wim.posts(`${suite}/cases`, aCase());
  return (await world.wim.posts(`${suite}/run`, {}, 202)).id;
}

/** The suite of cases, and the other ways to try the desk before customers use it. */
export const suiteRecipes: Record<string, Recipe> = {
  [`PUT ${suite}`]: {
    action: 'suite.saved',
    call: async ({ world }) => ({
      as: world.wim,
      path: suite,
      body: { cases: [{ ...aCase(), id: 'the-same' }] },
      headers: { 'if-match': '*' },
    }),
    again: 'writes nothing',
  },
  [`POST ${suite}/cases`]: {
    action: 'suite.saved',
    call: async ({ world }) => ({ as: world.wim, path: `${suite}/cases`, body: aCase() }),
  },
  [`DELETE ${suite}/cases/:case_id`]: {
    action: 'suite.saved',
    call: async ({ world }) => {
      const { id } = await world.wim.posts(`${suite}/cases`, aCase());
      return { as: world.wim, path: `${suite}/cases/${id}` };
    },
  },
  [`POST ${suite}/packs`]: {
    action: 'suite.saved',
    call: async ({ world }) => ({ as: world.wim, path: `${suite}/packs`, body: { pack: 'red-team' } }),
    again: 'writes nothing',
  },
  [`POST ${suite}/run`]: {
    action: 'run.started',
    call: async (stage) => {
      await stage.world.wim.posts(`${suite}/cases`, aCase());
      return { as: stage.world.wim, path: `${suite}/run`, body: {} };
    },
  },
  'DELETE /api/knowledge/validation/runs/:id': {
    action: 'run.deleted',
    call: async (stage) => {
      // The second one waits, and ends when it is cancelled.
      await aRun(stage);
      const path = `/api/knowledge/validation/runs/${await aRun(stage)}`;
      await stage.world.wim.posts(`${path}/cancel`, undefined, 200);
      return { as: stage.world.wim, path };
    },
  },
  'POST /api/knowledge/validation/runs/:id/cancel': {
    action: 'run.cancelled',
    call: async (stage) => {
      // The second run waits for the first, so it can be cancelled.
      await aRun(stage);
      return { as: stage.world.wim, path: `/api/knowledge/validation/runs/${await aRun(stage)}/cancel` };
    },
  },
};
