import type { PageDefinition } from '../ui/page/page-definition.ts';

export const connectorPages: readonly PageDefinition[] = [
  { path: '/connectors', load: () => import('./connectors.page.tsx').then(({ ConnectorsPage }) => ConnectorsPage) },
  {
    path: '/connectors/new',
    load: () => import('./new-connector.page.tsx').then(({ NewConnectorPage }) => NewConnectorPage),
  },
  {
    path: '/connectors/$id',
    load: () => import('./detail/overview.page.tsx').then(({ OverviewPage }) => OverviewPage),
  },
  {
    path: '/connectors/$id/credentials',
    load: () => import('./detail/credentials.page.tsx').then(({ CredentialsPage }) => CredentialsPage),
  },
  {
    path: '/connectors/$id/schema',
    load: () => import('./detail/schema.page.tsx').then(({ SchemaPage }) => SchemaPage),
  },
  {
    path: '/connectors/$id/templates',
    load: () => import('./detail/templates.page.tsx').then(({ TemplatesPage }) => TemplatesPage),
  },
  {
    path: '/connectors/$id/templates/$templateId',
    load: () => import('./template/template.page.tsx').then(({ TemplatePage }) => TemplatePage),
  },
  { path: '/connectors/$id/log', load: () => import('./detail/calls.page.tsx').then(({ CallsPage }) => CallsPage) },
];
