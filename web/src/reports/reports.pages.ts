import type { PageDefinition } from '../ui/page/page-definition.ts';

export const reportPages: readonly PageDefinition[] = [
  { path: '/reports', load: () => import('./reports.page.tsx').then(({ ReportsPage }) => ReportsPage) },
];
