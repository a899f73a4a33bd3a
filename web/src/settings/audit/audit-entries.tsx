import type { AuditEvent } from '@desk/contract/audit';
import { Anchor, Button, Modal, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { actionLabel } from './action-words.ts';
import { AuditDetails } from './audit-details.tsx';
import { auditWords } from './audit-words.ts';
import { channelOf, pageOf } from './subject-page.logic.ts';

interface AuditEntriesProps {
  rows: readonly AuditEvent[];
  onSubject: (id: string) => void;
}

export function AuditEntries({ rows, onSubject }: AuditEntriesProps) {
  const k = useWords(kitWords);
  const [shown, setShown] = useState<AuditEvent | null>(null);
  const openSubject = (id: string) => {
    setShown(null);
    onSubject(id);
  };
  return (
    <>
      <EntriesTable rows={rows} onOpen={setShown} />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown && actionLabel(shown.action)}
        size="xl"
        closeButtonProps={{ 'aria-label': k('close') }}
      >
        {shown && <AuditDetails event={shown} onSubject={openSubject} />}
      </Modal>
    </>
  );
}

function EntriesTable({ rows, onOpen }: { rows: readonly AuditEvent[]; onOpen: (event: AuditEvent) => void }) {
  const t = useWords(auditWords);
  return (
    <DataTable
      label={t('title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', title: t('time'), cell: ({ at }) => <Time at={at} /> },
        { key: 'actor', title: t('actor'), cell: ({ actor }) => <Actor actor={actor} /> },
        { key: 'action', title: t('action'), cell: ({ action }) => <span title={action}>{actionLabel(action)}</span> },
        { key: 'subject', title: t('subject'), cell: (event) => <Subject event={event} /> },
        {
          key: 'changes',
          title: t('changes'),
          align: 'end',
          cell: (event) => (
            <Button
              variant="default"
              size="compact-sm"
              title={t('details', { action: actionLabel(event.action) })}
              onClick={() => onOpen(event)}
            >
              {t('changeCount', { n: Object.keys(event.changes).length })}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Subject({ event }: { event: AuditEvent }) {
  const t = useWords(auditWords);
  const page = pageOf(event);
  const channel = channelOf(event.subject);
  const name = event.subject.name || (channel && t(channel.word));
  if (page === null) return <bdi>{name || '–'}</bdi>;
  return (
    <Anchor component={Link} to={page} inherit>
      <bdi>{name || t('open')}</bdi>
    </Anchor>
  );
}

function Actor({ actor: { name, type } }: { actor: AuditEvent['actor'] }) {
  const t = useWords(auditWords);
  return (
    <>
      <bdi>{name}</bdi>
      {type !== 'user' && (
        <Text size="xs" c="dimmed">
          {t(`actor_${type}`)}
        </Text>
      )}
    </>
  );
}
