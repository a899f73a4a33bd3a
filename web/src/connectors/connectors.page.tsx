import { listConnectors, type Connector } from '@desk/contract/connectors';
import { Button, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../ui/data/loaded.tsx';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { Time } from '../ui/show/time.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { State } from '../ui/states/state.tsx';
import { StatusBadge } from './status-badge.tsx';
import { connectorWords } from './words/connector-words.ts';

export function ConnectorsPage() {
  const t = useWords(connectorWords);
  const connectors = useWholeList(listConnectors, { query: { limit: 200 } }, { every: 30_000 });
  const create = (
    <Needs role="workspace_admin">
      {(disabled) =>
        disabled ? (
          <Button disabled>{t('new')}</Button>
        ) : (
          <Button component={Link} to="/connectors/new" leftSection={<IconPlus size={16} />}>
            {t('new')}
          </Button>
        )
      }
    </Needs>
  );
  const nothing = (
    <State icon={<IconPlugConnected size={36} stroke={1.5} />} title={t('emptyTitle')} role="status" actions={create}>
      {t('empty')}
    </State>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={create}>
      <Loaded query={connectors} empty={{ when: (rows) => rows.length === 0, show: nothing }}>
        {(rows) => <ConnectorTable rows={rows} />}
      </Loaded>
    </Page>
  );
}

function ConnectorTable({ rows }: { rows: readonly Connector[] }) {
  const t = useWords(connectorWords);
  return (
    <DataTable
      label={t('title')}
      rows={rows}
      wide
      keyOf={({ id }) => id}
      to={({ id }) => `/connectors/${id}`}
      columns={[
        { key: 'name', title: t('name'), cell: ({ name }) => name },
        { key: 'host', title: t('host'), cell: ({ base_url: url }) => <bdi>{hostOf(url)}</bdi> },
        { key: 'status', title: t('status'), cell: (row) => <StatusBadge connector={row} /> },
        {
          key: 'templates',
          title: t('templates'),
          align: 'end',
          cell: ({ activity }) => number(activity?.templates ?? 0),
        },
        { key: 'calls', title: t('callsToday'), align: 'end', cell: (row) => <Activity connector={row} /> },
        {
          key: 'entered',
          title: t('credentials'),
          cell: ({ credentials: { updated_at: at } }) => at && <Time at={at} />,
        },
        {
          key: 'checked',
          title: t('checked'),
          cell: ({ last_validation: last }) => (last ? <Time at={last.validated_at} /> : t('never')),
        },
      ]}
    />
  );
}

function Activity({ connector: { activity } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const { calls_24h: calls, failed_24h: failed } = activity ?? { calls_24h: 0, failed_24h: 0 };
  return (
    <>
      {number(calls)}
      {failed > 0 && (
        <Text size="sm" c="dimmed" className="table-under">
          {t('failedToday', { failed: number(failed) })}
        </Text>
      )}
    </>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
