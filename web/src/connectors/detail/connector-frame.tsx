import { readConnector, type Connector } from '@desk/contract/connectors';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { SectionTabs } from '../../ui/page/section-tabs.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { connectorWords } from '../words/connector-words.ts';

const tabs = [
  ['', 'overview'],
  ['/credentials', 'credentials'],
  ['/schema', 'schema'],
  ['/templates', 'templates'],
  ['/log', 'log'],
] as const;

export const useConnectorId = (): string => (useParams({ strict: false }) as { id: string }).id;

/** The frame of a connector's pages: its name, its status, and links to its other pages. */
export function ConnectorFrame({ children }: { children: (connector: Connector) => ReactNode }) {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const { pathname } = useLocation();
  const connector = useLoaded(readConnector, { params: { id } }, { every: 30_000 });
  return (
    <Page
      title={connector.data?.name ?? t('title')}
      isUnnamed={!connector.data}
      back={{ to: '/connectors', label: t('back') }}
    >
      <SectionTabs
        label={t('pages')}
        tabs={tabs.map(([path, name]) => {
          const to = `/connectors/${id}${path}`;
          return { to, label: t(name), here: pathname === to };
        })}
      />
      <Loaded query={connector}>
        {(data) => (
          <>
            <div style={{ marginBlockEnd: 'var(--mantine-spacing-md)' }}>
              <StatusBadge connector={data} />
            </div>
            {children(data)}
          </>
        )}
      </Loaded>
    </Page>
  );
}
