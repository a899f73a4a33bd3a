import { getDriveStatus, unwatchDriveFolder, type DriveStatus } from '@desk/contract/cloud-drive';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { usePageSearch } from '../../ui/page/search.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { Connection } from './connection.tsx';
import { driveWords } from './drive-words.ts';
import { Picker } from './picker.tsx';

/** The drive: its connection, a picker of files for the AI, and the folders that are followed. */
export function DrivePage() {
  const t = useWords(driveWords);
  const status = useLoaded(getDriveStatus, {}, { every: 15_000 });
  const may = useMay('workspace_admin');
  const [search] = usePageSearch<{ collection?: string }>();
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      back={{ to: search.collection ? `/knowledge/${search.collection}` : '/knowledge', label: t('back') }}
    >
      <Stack maw={920}>
        <Loaded query={status}>
          {(data) => (
            <>
              <Connection status={data} />
              {data.status === 'connected' && may && <Picker />}
              {data.folders.length > 0 && <Followed folders={data.folders} />}
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}

function Followed({ folders }: { folders: DriveStatus['folders'] }) {
  const t = useWords(driveWords);
  const stop = useSave(unwatchDriveFolder, { refresh: ['getDriveStatus'], done: t('unwatched') });
  return (
    <section aria-label={t('watched')}>
      <Title order={2} size="h5">
        {t('watched')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('watchedHint')}
      </Text>
      <DataTable
        label={t('watched')}
        rows={folders}
        keyOf={({ folder_id: id }) => id}
        columns={[
          {
            key: 'folder',
            title: t('folder'),
            cell: ({ name, recursive }) => (recursive ? `${name} (${t('withInside')})` : name),
          },
          { key: 'at', title: t('added'), cell: ({ added_at: at }) => <Time at={at} /> },
          {
            key: 'stop',
            title: '',
            align: 'end',
            cell: ({ folder_id: id, name }) => (
              <Needs role="workspace_admin">
                {(disabled) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={disabled}
                    aria-label={t('unwatchOf', { name })}
                    onClick={() => stop.mutate({ params: { folder_id: id } })}
                  >
                    {t('unwatch')}
                  </Button>
                )}
              </Needs>
            ),
          },
        ]}
      />
    </section>
  );
}
