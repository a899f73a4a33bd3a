import type { PageDefinition } from '../ui/page/page-definition.ts';

export const knowledgePages: readonly PageDefinition[] = [
  { path: '/knowledge', load: () => import('./collections.page.tsx').then(({ CollectionsPage }) => CollectionsPage) },
  { path: '/knowledge/health', load: () => import('./health/health.page.tsx').then(({ HealthPage }) => HealthPage) },
  { path: '/knowledge/drive', load: () => import('./drive/drive.page.tsx').then(({ DrivePage }) => DrivePage) },
  {
    path: '/knowledge/documents/$id',
    load: () => import('./document/document.page.tsx').then(({ DocumentPage }) => DocumentPage),
  },
  {
    path: '/knowledge/$id',
    load: () => import('./collection/collection.page.tsx').then(({ CollectionPage }) => CollectionPage),
  },
];
