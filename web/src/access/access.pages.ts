import type { PageDefinition } from '../ui/page/page-definition.ts';

export const accessPages: readonly PageDefinition[] = [
  { path: '/login', open: true, load: () => import('./login.page.tsx').then(({ LoginPage }) => LoginPage) },
];
