import { deleteWorkspace, listWorkspaces, type Workspace } from '@desk/contract/workspaces';
import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Part } from '../settings-page.tsx';
import { peopleWords } from './people-words.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';

export function WorkspacesPart() {
  const t = useWords(peopleWords);
  const workspaces = useLoadedList(listWorkspaces, { query: {} });
  const [edited, setEdited] = useState<Workspace | 'new' | null>(null);
  return (
    <Part wide title={t('workspaces')} hint={t('workspacesHint')}>
      <Loaded query={workspaces} skeleton={<SkeletonLines lines={4} />}>
        {(rows) => (
          <DataTable
            label={t('workspaces')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { key: 'name', title: t('name'), cell: (row) => <WorkspaceName workspace={row} /> },
              { key: 'since', title: t('createdAt'), cell: ({ created_at: at }) => <Time at={at} /> },
              {
                key: 'actions',
                title: '',
                align: 'end',
                cell: (row) => <WorkspaceActions workspace={row} onRename={() => setEdited(row)} />,
              },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={workspaces} />
      <Group mt="md">
        <Needs role="org_admin">
          {(disabled) => (
            <Button variant="default" disabled={disabled} onClick={() => setEdited('new')}>
              {t('newWorkspace')}
            </Button>
          )}
        </Needs>
      </Group>
      <WorkspaceDialog workspace={edited} onClose={() => setEdited(null)} />
    </Part>
  );
}

function WorkspaceName({ workspace: { name, is_default: first } }: { workspace: Workspace }) {
  const t = useWords(peopleWords);
  return (
    <Group gap="xs">
      {name}
      {first && <Badge variant="light">{t('isDefault')}</Badge>}
    </Group>
  );
}

function WorkspaceActions({ workspace, onRename }: { workspace: Workspace; onRename: () => void }) {
  const t = useWords(peopleWords);
  const { id, name, version } = workspace;
  const remove = useSave(deleteWorkspace, { refresh: ['listWorkspaces'], done: t('deleted', { name }) });
  const ask = async () => {
    const question = { title: t('deleteTitle', { name }), text: t('deleteText'), confirm: t('delete') };
    if (await confirm({ ...question, dangerous: true })) remove.mutate({ params: { id }, ifMatch: version });
  };
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Needs role="org_admin">
      {(disabled) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button {...button} disabled={disabled} aria-label={t('renameOf', { name })} onClick={onRename}>
            {t('rename')}
          </Button>
          <Button
            {...button}
            disabled={disabled}
            loading={remove.isPending}
            aria-label={t('deleteOf', { name })}
            onClick={() => void ask()}
          >
            {t('delete')}
          </Button>
        </Group>
      )}
    </Needs>
  );
}
