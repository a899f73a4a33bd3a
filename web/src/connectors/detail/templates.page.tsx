import { listTemplates, type Template } from '@desk/contract/templates';
import { Badge, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { breakable } from '../../ui/theme/breakable.ts';
import { connectorWords } from '../words/connector-words.ts';
import { ConnectorFrame, useConnectorId } from './connector-frame.tsx';

export function TemplatesPage() {
  return <ConnectorFrame>{() => <Templates />}</ConnectorFrame>;
}

function Templates() {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const templates = useWholeList(listTemplates, { params: { id }, query: { limit: 200 } });
  const create = (
    <Needs role="workspace_admin">
      {(disabled) =>
        disabled ? (
          <Button disabled>{t('newTemplate')}</Button>
        ) : (
          <Button component={Link} to={`/connectors/${id}/templates/new`} leftSection={<IconPlus size={16} />}>
            {t('newTemplate')}
          </Button>
        )
      }
    </Needs>
  );
  const nothing = (
    <State title={t('templatesEmptyTitle')} role="status" actions={create}>
      {t('templatesEmpty')}
    </State>
  );
  return (
    <Loaded query={templates} empty={{ when: (rows) => rows.length === 0, show: nothing }}>
      {(rows) => (
        <>
          <Group justify="flex-end" mb="sm">
            {create}
          </Group>
          <DataTable
            label={t('templates')}
            rows={rows}
            keyOf={(row) => row.id}
            to={(row) => `/connectors/${id}/templates/${row.id}`}
            columns={[
              { key: 'name', title: t('name'), cell: ({ name }) => name },
              {
                key: 'request',
                title: t('method'),
                cell: ({ method, path }) => (
                  <code style={breakable}>
                    {method} {path}
                  </code>
                ),
              },
              { key: 'effect', title: t('effect'), cell: ({ effect }) => t(`effect_${effect}`) },
              { key: 'status', title: t('status'), cell: (row) => <TemplateStatus template={row} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function TemplateStatus({ template: { enabled, quarantine } }: { template: Template }) {
  const t = useWords(connectorWords);
  if (quarantine !== null) return <Badge color="orange">{t('quarantined')}</Badge>;
  return (
    <Badge color={enabled ? 'green' : 'gray'} variant="light">
      {t(enabled ? 'templateOn' : 'templateOff')}
    </Badge>
  );
}
