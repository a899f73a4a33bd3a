import type { DriveFile } from '@desk/contract/cloud-drive';
import { Anchor, Checkbox, Group, Text } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { knowledgeWords } from '../knowledge-words.ts';
import { driveWords } from './drive-words.ts';

interface FileListProps {
  rows: readonly DriveFile[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onOpen: (folder: DriveFile) => void;
}

/** Folders can be opened and files chosen. A file that cannot be read, or is a document already, shows the reason. */
export function FileList({ rows, chosen, onToggle, onOpen }: FileListProps) {
  const t = useWords(driveWords);
  const k = useWords(knowledgeWords);
  return (
    <DataTable
      label={t('files')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: k('name'),
          cell: (file) =>
            file.kind === 'folder' ? (
              <FolderName folder={file} onOpen={() => onOpen(file)} />
            ) : (
              <FileName file={file} chosen={chosen.has(file.id)} onToggle={() => onToggle(file.id)} />
            ),
        },
        { key: 'state', title: k('status'), cell: (file) => <Standing file={file} /> },
        { key: 'updated', title: k('updated'), cell: ({ modified_at: at }) => at && <Time at={at} /> },
      ]}
    />
  );
}

function FolderName({ folder: { name }, onOpen }: { folder: DriveFile; onOpen: () => void }) {
  const t = useWords(driveWords);
  return (
    <Group gap="xs" wrap="nowrap">
      <IconFolder size={20} stroke={1.5} aria-hidden />
      <Anchor component="button" type="button" size="sm" aria-label={t('openFolder', { name })} onClick={onOpen}>
        <bdi>{name}</bdi>
      </Anchor>
    </Group>
  );
}

interface FileNameProps {
  file: DriveFile;
  chosen: boolean;
  onToggle: () => void;
}

function FileName({ file, chosen, onToggle }: FileNameProps) {
  const t = useWords(driveWords);
  const free = file.readable && file.document_id === null;
  const name = (
    <Text span size="sm" {...(free ? {} : { c: 'dimmed' })} style={{ overflowWrap: 'anywhere' }}>
      <bdi>{file.name}</bdi>
    </Text>
  );
  if (!free) {
    return (
      <Group gap="xs" wrap="nowrap">
        <IconFile size={20} stroke={1.5} aria-hidden />
        {name}
      </Group>
    );
  }
  return <Checkbox checked={chosen} onChange={onToggle} aria-label={t('select', { name: file.name })} label={name} />;
}

function Standing({ file: { kind, readable, document_id: id } }: { file: DriveFile }) {
  const t = useWords(driveWords);
  if (id) {
    return (
      <Anchor component={Link} to={`/knowledge/documents/${id}`} size="sm">
        {t('added')}
      </Anchor>
    );
  }
  return kind === 'file' && !readable ? (
    <Text size="sm" c="dimmed">
      {t('unreadable')}
    </Text>
  ) : null;
}
