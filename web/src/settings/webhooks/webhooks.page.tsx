import { listWebhookEndpoints, type WebhookEndpoint } from '@desk/contract/webhooks';
import { Badge, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { NewWebhookDialog } from './new-webhook.tsx';
import { webhookWords } from './webhooks-words.ts';

export function WebhooksPage() {
  const t = useWords(webhookWords);
  const list = useLoadedList(listWebhookEndpoints, { query: {} });
  const [creating, { open, close }] = useDisclosure(false);
  const create = (
    <Needs role="org_admin">
      {(disabled) => (
        <Button leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
          {t('new')}
        </Button>
      )}
    </Needs>
  );
  const none = (
    <State icon={<IconWebhook size={36} stroke={1.5} />} title={t('emptyTitle')} actions={create}>
      {t('empty')}
    </State>
  );
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')} actions={create}>
      <Loaded query={list} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => (
          <DataTable
            label={t('title')}
            rows={rows}
            keyOf={({ id }) => id}
            to={({ id }) => `/settings/webhooks/${id}`}
            columns={[
              {
                key: 'url',
                title: t('url'),
                cell: ({ url }) => (
                  <Text inherit className="settings-value">
                    {url}
                  </Text>
                ),
              },
              { key: 'events', title: t('events'), cell: ({ events }) => events.join(', ') },
              { key: 'state', title: t('state'), cell: (row) => <StateBadge endpoint={row} /> },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={list} />
      <NewWebhookDialog opened={creating} onClose={close} />
    </SettingsPageFrame>
  );
}

function StateBadge({ endpoint: { enabled, failing_since: failing } }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const working = failing ? 'failing' : 'on';
  const shown = enabled ? working : 'off';
  // Beside a long address, a badge would shrink until its word is cut.
  return (
    <Badge color={colors[shown]} variant="light">
      {t(shown)}
    </Badge>
  );
}

const colors = { on: 'green', off: 'gray', failing: 'red' } as const;
