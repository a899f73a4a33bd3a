import type { PageDefinition } from '../ui/page/page-definition.ts';

export const routingPages: readonly PageDefinition[] = [
  { path: '/routing', load: () => import('./rules.page.tsx').then(({ RulesPage }) => RulesPage) },
  { path: '/routing/rules', load: () => import('./rules.page.tsx').then(({ RulesPage }) => RulesPage) },
  { path: '/routing/rules/$id', load: () => import('./rule.page.tsx').then(({ RulePage }) => RulePage) },
  { path: '/routing/history', load: () => import('./history.page.tsx').then(({ HistoryPage }) => HistoryPage) },
  { path: '/routing/tags', load: () => import('./tags/tags.page.tsx').then(({ TagsPage }) => TagsPage) },
  {
    path: '/routing/destinations',
    load: () => import('./destinations/destinations.page.tsx').then(({ DestinationsPage }) => DestinationsPage),
  },
];
