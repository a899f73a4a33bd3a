import { listAuditEvents, type AuditEvent, type AuditEventsQuery } from '@desk/contract/audit';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { saveBlob } from '../../ui/data/save-file.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toastProblem } from '../../ui/show/toast.tsx';
import { auditCsv } from './audit-csv.logic.ts';
import { auditWords } from './audit-words.ts';

/** Saves all entries that the filters let through, also those of the pages that are not shown. */
export function SaveCsv({ query }: { query: AuditEventsQuery }) {
  const t = useWords(auditWords);
  const save = useMutation({
    mutationFn: async () => saveBlob(new Blob([auditCsv(await entriesOf(query))], { type: 'text/csv' }), 'audit.csv'),
    onError: (error) => {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => save.mutate());
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('csv')}
    </Button>
  );
}

async function entriesOf(query: AuditEventsQuery): Promise<AuditEvent[]> {
  const entries: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listAuditEvents, { query: { ...query, limit: 200, cursor } });
    entries.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return entries;
}
