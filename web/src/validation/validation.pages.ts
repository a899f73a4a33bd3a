import type { PageDefinition } from '../ui/page/page-definition.ts';

const playground = () => import('./playground/playground.page.tsx').then(({ PlaygroundPage }) => PlaygroundPage);

export const validationPages: readonly PageDefinition[] = [
  { path: '/validation', load: playground },
  { path: '/validation/playground', load: playground },
  { path: '/validation/playground/$id', load: playground },
  {
    path: '/validation/simulate',
    load: () => import('./simulator/simulate.page.tsx').then(({ SimulatePage }) => SimulatePage),
  },
  { path: '/validation/suite', load: () => import('./suite/suite.page.tsx').then(({ SuitePage }) => SuitePage) },
  {
    path: '/validation/suite/versions',
    load: () => import('./suite/versions.page.tsx').then(({ VersionsPage }) => VersionsPage),
  },
  { path: '/validation/runs', load: () => import('./runs/runs.page.tsx').then(({ RunsPage }) => RunsPage) },
  { path: '/validation/runs/$id', load: () => import('./runs/run.page.tsx').then(({ RunPage }) => RunPage) },
];
