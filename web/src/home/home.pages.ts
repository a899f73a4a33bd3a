import type { PageDefinition } from '../ui/page/page-definition.ts';

export const homePages: readonly PageDefinition[] = [
  // `/` shows the checklist until every step is done; `/home` always shows it.
  { path: '/', load: () => import('./home.page.tsx').then(({ StartPage }) => StartPage) },
  { path: '/home', load: () => import('./home.page.tsx').then(({ HomePage }) => HomePage) },
];
