import { listCollections, updateCollection, type Collection } from '@desk/contract/knowledge';
import { Badge, Button, Group, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2, IconCloud, IconHeartbeat, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { FormModal } from '../ui/form/form-modal.tsx';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { LoadMore } from '../ui/show/load-more.tsx';
import { Time } from '../ui/show/time.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { State } from '../ui/states/state.tsx';
import { CollectionForm } from './collection/collection-form.tsx';
import { driveWords } from './drive/drive-words.ts';
import { knowledgeWords } from './knowledge-words.ts';

export function CollectionsPage() {
  const t = useWords(knowledgeWords);
  const d = useWords(driveWords);
  const collections = useLoadedList(listCollections, { query: {} }, { live: ['document.updated'] });
  const [opened, { open, close }] = useDisclosure(false);
  const create = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
          {t('newCollection')}
        </Button>
      )}
    </Needs>
  );
  const health = (
    <Button component={Link} to="/knowledge/health" variant="default" leftSection={<IconHeartbeat size={16} />}>
      {t('health')}
    </Button>
  );
  const drive = (
    <Button component={Link} to="/knowledge/drive" variant="default" leftSection={<IconCloud size={16} />}>
      {d('title')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <Group>
          {health}
          {drive}
          {create}
        </Group>
      }
    >
      <Loaded
        query={collections}
        empty={{
          when: (rows) => rows.length === 0,
          show: (
            <State icon={<IconBook2 size={36} stroke={1.5} />} title={t('emptyTitle')} actions={create}>
              {t('empty')}
            </State>
          ),
        }}
      >
        {(rows) => <Collections rows={rows} />}
      </Loaded>
      <LoadMore query={collections} />
      <FormModal opened={opened} onClose={close} title={t('newCollection')}>
        <NewCollection />
      </FormModal>
    </Page>
  );
}

function Collections({ rows }: { rows: readonly Collection[] }) {
  const t = useWords(knowledgeWords);
  return (
    <DataTable
      label={t('collections')}
      rows={rows}
      keyOf={({ id }) => id}
      to={({ id }) => `/knowledge/${id}`}
      columns={[
        {
          key: 'name',
          title: t('name'),
          cell: (row) => <Name collection={row} />,
          under: ({ description }) => description,
        },
        {
          key: 'documents',
          title: t('documentsTitle'),
          align: 'end',
          cell: ({ document_count: n }) => number(n),
        },
        { key: 'states', title: t('statesTitle'), cell: (row) => <States collection={row} /> },
        { key: 'used', title: t('usedInWeek'), align: 'end', cell: ({ used_last_7_days: n }) => number(n) },
        { key: 'updated', title: t('updated'), cell: ({ updated_at: at }) => <Time at={at} /> },
        { key: 'enabled', title: t('enabledTitle'), cell: (row) => <EnabledSwitch collection={row} /> },
      ]}
    />
  );
}

function Name({ collection: { name, audience } }: { collection: Collection }) {
  const t = useWords(knowledgeWords);
  if (audience === 'customers') return name;
  return (
    <Group gap={6} component="span">
      {name}
      <Badge variant="light" color="grape" tt="none" component="span">
        {t('audience_staff')}
      </Badge>
    </Group>
  );
}

/** How many documents are searchable, and how many failed or are still in work. */
function States({ collection: { document_count: all, ready_count: ready, failed_count: failed } }: StatesProps) {
  const t = useWords(knowledgeWords);
  const working = all - ready - failed;
  return (
    <Group gap={6}>
      {ready > 0 && (
        <Badge variant="light" color="green" tt="none">
          {t(ready === all ? 'allReady' : 'readyCount', { n: ready })}
        </Badge>
      )}
      {working > 0 && (
        <Badge variant="light" tt="none">
          {t('workingCount', { n: working })}
        </Badge>
      )}
      {failed > 0 && (
        <Badge variant="light" color="red" tt="none">
          {t('failedCount', { n: failed })}
        </Badge>
      )}
    </Group>
  );
}

interface StatesProps {
  collection: Collection;
}

function EnabledSwitch({ collection }: { collection: Collection }) {
  const t = useWords(knowledgeWords);
  const save = useSave(updateCollection, { refresh: ['listCollections'], done: t('saved') });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Switch
          aria-label={`${t('enabled')}: ${collection.name}`}
          checked={collection.enabled}
          disabled={disabled || save.isPending}
          onChange={({ currentTarget }) =>
            save.mutate({ params: { id: collection.id }, body: { enabled: currentTarget.checked } })
          }
        />
      )}
    </Needs>
  );
}

function NewCollection() {
  const navigate = useNavigate();
  const open = ({ id }: Collection) => void navigate({ to: '/knowledge/$id', params: { id }, ignoreBlocker: true });
  return <CollectionForm onSaved={open} />;
}
