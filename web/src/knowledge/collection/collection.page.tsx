import type { Document } from '@desk/contract/documents';
import { deleteCollection, listDocuments, readCollection, type Collection } from '@desk/contract/knowledge';
import { Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconCloud, IconFileText, IconPencil, IconPencilPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { isAnswered, Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { LoadedPage } from '../../ui/page/loaded-page.tsx';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { EmptyFiltered } from '../../ui/states/empty.tsx';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { DocumentStatus, isAtWork, Retrievable } from '../document-status.tsx';
import { driveWords } from '../drive/drive-words.ts';
import { knowledgeWords } from '../knowledge-words.ts';
import { CollectionForm } from './collection-form.tsx';
import { TryRetrieval } from './try-retrieval.tsx';
import { UploadArea, UploadList, useUploads } from './uploads.tsx';
import { WriteText } from './write-text.tsx';

export function CollectionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Shown key={id} id={id} />;
}

function Shown({ id }: { id: string }) {
  const t = useWords(knowledgeWords);
  const collection = useLoaded(readCollection, { params: { id } }, { live: ['document.updated'] });
  const [writing, write] = useDisclosure(false);
  return (
    <LoadedPage
      query={collection}
      kind={t('collection')}
      title={({ name }) => name}
      back={{ to: '/knowledge', label: t('back') }}
      intro={(data) => <Intro collection={data} />}
      actions={(data) => <Actions collection={data} onWrite={write.open} />}
    >
      {() => (
        <>
          <Content collectionId={id} />
          <FormModal opened={writing} onClose={write.close} title={t('writeText')} size="xl">
            <WriteText collectionId={id} onDone={write.close} />
          </FormModal>
        </>
      )}
    </LoadedPage>
  );
}

function Content({ collectionId }: { collectionId: string }) {
  const may = useMay('workspace_admin');
  const { uploads, start, again } = useUploads(collectionId);
  return (
    <Stack>
      <UploadArea onFiles={start} disabled={!may} />
      <UploadList uploads={uploads} collectionId={collectionId} onAgain={again} />
      <Documents collectionId={collectionId}>
        <TryRetrieval collectionId={collectionId} />
      </Documents>
    </Stack>
  );
}

function Intro({ collection: { description, audience } }: { collection: Collection }) {
  const t = useWords(knowledgeWords);
  if (audience === 'customers') return description;
  return (
    <>
      <Badge variant="light" color="grape" tt="none" component="span" me="xs">
        {t('audience_staff')}
      </Badge>
      {description ?? t('audienceHint_staff')}
    </>
  );
}

function Actions({ collection, onWrite }: { collection: Collection; onWrite: () => void }) {
  const t = useWords(knowledgeWords);
  const d = useWords(driveWords);
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure(false);
  const remove = useSave(deleteCollection, {
    refresh: ['listCollections'],
    done: t('deleted'),
    saved: () => void navigate({ to: '/knowledge' }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: t('deleteCollection', { name: collection.name }),
      text: t('deleteCollectionText', { n: collection.document_count }),
      confirm: t('delete'),
      dangerous: true,
    });
    if (sure) remove.mutate({ params: { id: collection.id }, ifMatch: collection.version });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group>
          <Button variant="default" leftSection={<IconPencil size={16} />} disabled={disabled} onClick={edit.open}>
            {t('editCollection')}
          </Button>
          <FormModal opened={editing} onClose={edit.close} title={collection.name}>
            <CollectionForm collection={collection} onSaved={edit.close} />
          </FormModal>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            disabled={disabled}
            onClick={() => void ask()}
          >
            {t('delete')}
          </Button>
          <Button
            component={Link}
            to={`/knowledge/drive?collection=${collection.id}`}
            variant="default"
            leftSection={<IconCloud size={16} />}
          >
            {d('fromDrive')}
          </Button>
          <Button leftSection={<IconPencilPlus size={16} />} disabled={disabled} onClick={onWrite}>
            {t('writeText')}
          </Button>
        </Group>
      )}
    </Needs>
  );
}

/** `children` stands below the list, once the list has been read; a later search does not take it away. */
function Documents({ collectionId, children }: { collectionId: string; children: ReactNode }) {
  const t = useWords(knowledgeWords);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = { collection_id: collectionId, ...(q ? { q } : {}) };
  const [working, setWorking] = useState(false);
  const documents = useLoadedList(
    listDocuments,
    { query },
    { live: ['document.updated'], every: working ? 2_000 : false },
  );
  const atWork = documents.data?.some(isAtWork) ?? false;
  // Poll while documents are in work: stages change within seconds, and the event stream may be down.
  if (atWork !== working) setWorking(atWork);
  const [isRead, setRead] = useState(false);
  if (!isRead && isAnswered(documents)) setRead(true);
  const nothing = q ? <EmptyFiltered onClear={() => setTyped('')} /> : <NoDocuments />;
  return (
    <>
      <section aria-label={t('documentsTitle')}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          maw={320}
          className="phone-wide"
          mb="sm"
        />
        <Loaded query={documents} empty={{ when: (rows) => rows.length === 0, show: nothing }}>
          {(rows) => <DocumentTable rows={rows} />}
        </Loaded>
        {documents.hasNextPage && (
          <Button
            variant="default"
            loading={documents.isFetchingNextPage}
            onClick={() => void documents.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
      </section>
      {isRead && children}
    </>
  );
}

function NoDocuments() {
  const t = useWords(knowledgeWords);
  return (
    <State icon={<IconFileText size={36} stroke={1.5} />} title={t('noDocuments')}>
      {t('noDocumentsHint')}
    </State>
  );
}

function DocumentTable({ rows }: { rows: readonly Document[] }) {
  const t = useWords(knowledgeWords);
  return (
    <DataTable
      label={t('documentsTitle')}
      rows={rows}
      keyOf={({ id }) => id}
      to={({ id }) => `/knowledge/documents/${id}`}
      columns={[
        { key: 'title', title: t('documentTitle'), cell: ({ title }) => title },
        { key: 'source', title: t('source'), cell: ({ source }) => t(`source_${source.kind}`) },
        { key: 'status', title: t('status'), cell: (row) => <DocumentStatus document={row} /> },
        { key: 'found', title: t('retrievable'), cell: (row) => <Retrievable document={row} /> },
        { key: 'passages', title: t('passages'), align: 'end', cell: ({ chunk_count: n }) => n },
        { key: 'updated', title: t('updated'), cell: ({ updated_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}
