import { deleteExport, listExports, requestExport, type OrganizationExport } from '@desk/contract/exports';
import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { saveFile } from '../../ui/data/save-file.ts';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { fileSize } from '../../ui/i18n/file-size.ts';
import { absoluteTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { Part } from '../settings-page.tsx';
import { leavingWords } from './leaving-words.ts';

const pollMilliseconds = 2_000;
const refresh = ['listExports'];

const isBeingWritten = ({ status }: OrganizationExport) => status === 'pending' || status === 'running';

/** Starts archives of everything, shows how far they are, and downloads them. */
export function ArchivePart() {
  const t = useWords(leavingWords);
  const [watching, setWatching] = useState(false);
  const exports = useLoadedList(listExports, { query: {} }, { every: watching && pollMilliseconds });
  const busy = exports.data?.some(isBeingWritten) ?? false;
  if (busy !== watching) setWatching(busy);
  const start = useSave(requestExport, { refresh, done: t('started') });
  return (
    <Part title={t('archive')} hint={t('archiveHint')}>
      <Needs role="org_admin">
        {(disabled) => (
          <Button
            variant="default"
            disabled={disabled || busy}
            loading={start.isPending}
            onClick={() => start.mutate({})}
            mb="md"
          >
            {t('start')}
          </Button>
        )}
      </Needs>
      <Loaded query={exports}>
        {(rows) => (rows.length > 0 ? <Archives rows={rows} /> : <Text c="dimmed">{t('none')}</Text>)}
      </Loaded>
      <LoadMore query={exports} />
    </Part>
  );
}

function Archives({ rows }: { rows: OrganizationExport[] }) {
  const t = useWords(leavingWords);
  return (
    <DataTable
      label={t('archive')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'asked', title: t('asked'), cell: ({ created_at: at }) => <Time at={at} /> },
        { key: 'by', title: t('by'), cell: ({ requested_by: { name } }) => <bdi>{name}</bdi> },
        { key: 'state', title: t('state'), cell: (each) => <State archive={each} />, under: underState },
        { key: 'act', title: '', align: 'end', cell: (each) => <Actions archive={each} /> },
      ]}
    />
  );
}

function State({ archive: { status, progress, size_bytes: bytes } }: ArchiveProps) {
  const t = useWords(leavingWords);
  switch (status) {
    case 'pending':
      return t('pending');
    case 'running':
      return (
        <>
          {t('running', progress)}
          <Progress
            value={(100 * progress.done) / progress.total}
            aria-label={t('progress')}
            mt={4}
            styles={{ root: { minWidth: '8rem' } }}
          />
        </>
      );
    case 'ready':
      return t('ready', { size: fileSize(bytes ?? 0) });
    case 'failed':
      return t('failed');
  }
}

function underState({ status, error, expires_at: until }: OrganizationExport) {
  return status === 'ready' ? leavingWords('gone', { at: absoluteTime(until) }) : error;
}

interface ArchiveProps {
  archive: OrganizationExport;
}

function Actions({ archive }: ArchiveProps) {
  const t = useWords(leavingWords);
  const [saving, setSaving] = useState(false);
  const remove = useSave(deleteExport, { refresh, done: t('removed') });
  const { id, status, created_at: created } = archive;
  const at = absoluteTime(created);
  const running = isBeingWritten(archive);
  const ask = async () => {
    const question = { title: t('removeTitle'), text: t('removeText'), confirm: t('remove'), dangerous: true };
    if (running || (await confirm(question))) remove.mutate({ params: { id } });
  };
  const save = async () => {
    setSaving(true);
    await saveFile(`/api/organizations/me/exports/${id}/archive`, `${created.slice(0, 10)}.zip`).finally(() =>
      setSaving(false),
    );
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {status === 'ready' && (
        <Button size="compact-sm" loading={saving} aria-label={t('saveOf', { at })} onClick={() => void save()}>
          {t('save')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={remove.isPending}
        aria-label={running ? t('stopOf', { at }) : t('removeOf', { at })}
        onClick={() => void ask()}
      >
        {running ? t('stop') : t('remove')}
      </Button>
    </Group>
  );
}
