import type { AuditEvent } from '@desk/contract/audit';
import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { absoluteTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { CopyValue } from '../../ui/show/copy-value.tsx';
import { auditWords } from './audit-words.ts';
import { changedValues } from './changed-values.logic.ts';

/** One entry in full: each field before and after, and the origin of the request. */
export function AuditDetails({ event, onSubject }: { event: AuditEvent; onSubject: (id: string) => void }) {
  const t = useWords(auditWords);
  const { actor, subject, at, ip, request_id: request, changes } = event;
  return (
    <Stack>
      <Text size="sm">
        {actor.name} ({t(`actor_${actor.type}`)}), {absoluteTime(at)}
        {ip && `, ${t('origin')} ${ip}`}
      </Text>
      <ChangesTable changes={changes} />
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={() => onSubject(subject.id)}>
          {t('onlyThis')}
        </Button>
        <CopyValue value={subject.id} />
        {request && <CopyValue value={request} shown={`${t('request')} ${request}`} />}
      </Group>
    </Stack>
  );
}

function ChangesTable({ changes }: { changes: AuditEvent['changes'] }) {
  const t = useWords(auditWords);
  const rows = changedValues(changes);
  if (rows.length === 0) return <Text size="sm">{t('noChanges')}</Text>;
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={t('changes')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('before')}</Table.Th>
            <Table.Th>{t('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, before, after }) => (
            <Table.Tr key={field}>
              <Table.Td>
                <Code>{field}</Code>
              </Table.Td>
              <Table.Td className="settings-value">{before === null && after === null ? t('hidden') : before}</Table.Td>
              <Table.Td className="settings-value">{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
