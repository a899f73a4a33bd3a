import { addDriveDocuments, listDriveFiles, type DriveFile } from '@desk/contract/cloud-drive';
import { listCollections } from '@desk/contract/knowledge';
import { Anchor, Breadcrumbs, Button, Checkbox, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList, useWholeList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { usePageSearch } from '../../ui/page/search.ts';
import { driveWords } from './drive-words.ts';
import { FileList } from './file-list.tsx';

interface Folder {
  id: string;
  name: string;
}
const most = 200;

/** Browses the drive, chooses files or a whole folder, and adds them to a collection. */
export function Picker() {
  const t = useWords(driveWords);
  const [trail, setTrail] = useState<readonly Folder[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [collection, setCollection] = useCollection();
  const folder = trail.at(-1);
  const files = useLoadedList(listDriveFiles, { query: folder ? { folder_id: folder.id } : {} });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const nothing = <Text size="sm">{t('emptyFolder')}</Text>;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('choose')}>
      <Stack>
        <Title order={2} size="h5">
          {t('choose')}
        </Title>
        <CollectionSelect value={collection} onChange={setCollection} />
        <Trail trail={trail} onGo={(depth) => setTrail(trail.slice(0, depth))} />
        {/* Hide the rows of the previous folder while the next one loads: they would look like its own. */}
        <Loaded
          query={files.isPlaceholderData ? { ...files, data: undefined } : files}
          empty={{ when: (rows) => rows.length === 0, show: nothing }}
        >
          {(rows: DriveFile[]) => (
            <FileList
              rows={rows}
              chosen={chosen}
              onToggle={toggle}
              onOpen={({ id, name }) => setTrail([...trail, { id, name }])}
            />
          )}
        </Loaded>
        {files.hasNextPage && (
          <Button
            variant="default"
            w="fit-content"
            loading={files.isFetchingNextPage}
            onClick={() => void files.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
        <Adding collection={collection} folder={folder} chosen={chosen} onDone={() => setChosen(new Set())} />
      </Stack>
    </Paper>
  );
}

/** The collection from the address, so that a link from a collection leads back to it. */
function useCollection(): [string | null, (id: string | null) => void] {
  const [search, change] = usePageSearch<{ collection: string | undefined }>();
  return [search.collection ?? null, (id) => change({ collection: id ?? undefined })];
}

function CollectionSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useWords(driveWords);
  const collections = useWholeList(listCollections, { query: { limit: 200 } });
  const data = collections.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  if (collections.data?.length === 0) return <Text size="sm">{t('noCollection')}</Text>;
  return <Select label={t('collection')} data={data} value={value} onChange={onChange} searchable maw={420} required />;
}

function Trail({ trail, onGo }: { trail: readonly Folder[]; onGo: (depth: number) => void }) {
  const t = useWords(driveWords);
  const places = [{ id: 'root', name: t('top') }, ...trail];
  return (
    <nav aria-label={t('place')}>
      <Breadcrumbs style={{ flexWrap: 'wrap', rowGap: 4 }}>
        {places.map(({ id, name }, depth) =>
          depth === trail.length ? (
            <Text key={id} size="sm" fw={600} aria-current="location" dir="auto">
              {name}
            </Text>
          ) : (
            <Anchor key={id} component="button" type="button" size="sm" onClick={() => onGo(depth)} dir="auto">
              {name}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}

interface AddingProps {
  collection: string | null;
  folder: Folder | undefined;
  chosen: ReadonlySet<string>;
  onDone: () => void;
}

function Adding({ collection, folder, chosen, onDone }: AddingProps) {
  const t = useWords(driveWords);
  const [recursive, setRecursive] = useState(false);
  const add = useSave(addDriveDocuments, {
    refresh: ['getDriveStatus', 'listDriveFiles', 'listDocuments', 'listCollections'],
    done: ({ items }) => t('addedNow', { n: items.length }),
    saved: onDone,
  });
  const into = collection ?? '';
  return (
    <Stack gap="xs">
      <Group>
        <SavingButton
          disabled={!collection || chosen.size === 0 || chosen.size > most}
          loading={add.isPending}
          onClick={() => add.mutate({ body: { collection_id: into, file_ids: [...chosen] } })}
        >
          {chosen.size === 0 ? t('chosen', { n: 0 }) : t('addFiles', { n: chosen.size })}
        </SavingButton>
        {chosen.size > most && <Text size="sm">{t('atMost')}</Text>}
      </Group>
      {folder && (
        <Group>
          <SavingButton
            variant="default"
            disabled={!collection}
            loading={add.isPending}
            onClick={() => add.mutate({ body: { collection_id: into, folder_id: folder.id, recursive } })}
          >
            {t('watchFolder')}
          </SavingButton>
          <Checkbox
            label={t('recursive')}
            checked={recursive}
            onChange={({ currentTarget }) => setRecursive(currentTarget.checked)}
          />
        </Group>
      )}
    </Stack>
  );
}
