import type { Document } from '@desk/contract/documents';
import {
  deleteDocument,
  listVersions,
  readCollection,
  readDocument,
  reingestDocument,
  updateDocument,
} from '@desk/contract/knowledge';
import { Badge, Button, Group, Stack, Switch, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { download } from '../../api/call.ts';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { LoadedPage } from '../../ui/page/loaded-page.tsx';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { toast } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { CitedIn } from './cited-in.tsx';
import { DocumentForm } from './document-form.tsx';
import { Passages } from './passages.tsx';
import { ReplaceSource } from './replace-source.tsx';
import { DocumentStatus, isAtWork, RetrievableInWords } from '../document-status.tsx';
import { knowledgeWords } from '../knowledge-words.ts';
import { Questions } from '../questions.tsx';

export function DocumentPage() {
  const t = useWords(knowledgeWords);
  const { id } = useParams({ strict: false }) as { id: string };
  const document = useLoaded(readDocument, { params: { id } }, { live: ['document.updated'] });
  const collectionId = document.data?.collection_id;
  const collection = useLoaded(
    readCollection,
    { params: { id: collectionId ?? '' } },
    { enabled: collectionId !== undefined },
  );
  const back =
    collectionId && collection.data ? { to: `/knowledge/${collectionId}`, label: collection.data.name } : null;
  return (
    <LoadedPage
      query={document}
      kind={t('document')}
      title={({ title }) => title}
      back={back ?? { to: '/knowledge', label: t('back') }}
      actions={(data) => <Actions document={data} />}
    >
      {(data) => <Opened document={data} />}
    </LoadedPage>
  );
}

function Opened({ document }: { document: Document }) {
  const t = useWords(knowledgeWords);
  // Poll until the ingestion ends, in case no event arrives.
  useLoaded(readDocument, { params: { id: document.id } }, { every: isAtWork(document) ? 2_000 : false });
  return (
    <Stack>
      <Group>
        <DocumentStatus document={document} />
        <RetrievableInWords document={document} />
        <Text size="sm" c="dimmed">
          {t(`source_${document.source.kind}`)} {document.source.file_name ?? ''} · <Time at={document.updated_at} />
        </Text>
        {document.expires_at && (
          <Text size="sm" c="dimmed">
            {t('expires')}: <Time at={document.expires_at} />
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => void saveOriginal(document)}
        >
          {t('download')}
        </Button>
      </Group>
      <EnabledSwitch document={document} />
      <Tabs defaultValue="passages" keepMounted={false}>
        {/* Keep the tabs in one line on a phone, too, like the tabs of a section. */}
        <Tabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
          <Tabs.Tab value="passages">{t('extracted')}</Tabs.Tab>
          <Tabs.Tab value="questions">{t('questions')}</Tabs.Tab>
          <Tabs.Tab value="citedIn">{t('citedIn')}</Tabs.Tab>
          <Tabs.Tab value="versions">{t('versions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="passages" pt="md">
          <Passages documentId={document.id} version={document.active_version} />
        </Tabs.Panel>
        <Tabs.Panel value="questions" pt="md">
          <Questions documentId={document.id} />
        </Tabs.Panel>
        <Tabs.Panel value="citedIn" pt="md">
          <CitedIn documentId={document.id} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <Versions documentId={document.id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function EnabledSwitch({ document }: { document: Document }) {
  const t = useWords(knowledgeWords);
  const save = useSave(updateDocument, { refresh: ['readDocument'], done: t('saved') });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Switch
          label={t('enabledDocument')}
          checked={document.enabled}
          disabled={disabled || save.isPending}
          onChange={({ currentTarget }) =>
            save.mutate({
              params: { id: document.id },
              body: { enabled: currentTarget.checked },
              ifMatch: document.version,
            })
          }
        />
      )}
    </Needs>
  );
}

function Actions({ document }: { document: Document }) {
  const t = useWords(knowledgeWords);
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure(false);
  const again = useSave(reingestDocument, {
    refresh: ['readDocument'],
    done: (reply) => (reply.unchanged ? t('unchanged') : t('reingested')),
  });
  const remove = useSave(deleteDocument, {
    refresh: ['listDocuments'],
    done: t('deleted'),
    saved: () => void navigate({ to: `/knowledge/${document.collection_id}` }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: t('deleteDocument', { name: document.title }),
      text: t('deleteDocumentText'),
      confirm: t('delete'),
      dangerous: true,
    });
    if (sure) remove.mutate({ params: { id: document.id }, ifMatch: document.version });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group>
          <Button variant="default" leftSection={<IconPencil size={16} />} disabled={disabled} onClick={edit.open}>
            {t('editDocument')}
          </Button>
          <FormModal opened={editing} onClose={edit.close} title={document.title}>
            <DocumentForm document={document} onSaved={edit.close} />
          </FormModal>
          <ReplaceSource document={document} disabled={disabled} />
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            disabled={disabled}
            onClick={() => void ask()}
          >
            {t('delete')}
          </Button>
          <Button
            leftSection={<IconRefresh size={16} />}
            disabled={disabled}
            loading={again.isPending}
            onClick={() => again.mutate({ params: { id: document.id } })}
          >
            {t('reingest')}
          </Button>
        </Group>
      )}
    </Needs>
  );
}

/** Downloads with the access token, which a plain link would not send. */
async function saveOriginal({ id, title, source }: Document): Promise<void> {
  try {
    const link = window.document.createElement('a');
    link.href = URL.createObjectURL(await download(`/api/knowledge/documents/${id}/content`));
    link.download = source.file_name ?? title;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

function Versions({ documentId }: { documentId: string }) {
  const t = useWords(knowledgeWords);
  const versions = useLoadedList(
    listVersions,
    { params: { id: documentId }, query: {} },
    { live: ['document.updated'], liveId: documentId },
  );
  return (
    <>
      <Loaded query={versions}>
        {(rows) => (
          <DataTable
            label={t('versions')}
            rows={rows}
            keyOf={({ version }) => String(version)}
            columns={[
              { key: 'version', title: t('versions'), cell: ({ version: n }) => t('version', { n }) },
              {
                key: 'state',
                title: t('status'),
                cell: ({ state }) => <Badge variant="light">{t(`state_${state}`)}</Badge>,
              },
              {
                key: 'title',
                title: t('documentTitle'),
                cell: ({ title, error }) => <bdi>{error?.message ?? title}</bdi>,
              },
              { key: 'passages', title: t('passages'), align: 'end', cell: ({ chunk_count: n }) => n },
              { key: 'at', title: t('updated'), cell: ({ created_at: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={versions} />
    </>
  );
}
