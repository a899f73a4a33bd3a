import type { Document } from '@desk/contract/documents';
import { Badge, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useWords } from '../ui/i18n/words.ts';
import { knowledgeWords } from './knowledge-words.ts';

const colors: Partial<Record<Document['status'], string>> = { ready: 'green', failed: 'red', cancelled: 'gray' };
export const isAtWork = ({ status }: Document) => !['ready', 'failed', 'cancelled'].includes(status);

/** The stage of the ingestion, its progress, and a failure with its remedy. */
export function DocumentStatus({ document }: { document: Document }) {
  const t = useWords(knowledgeWords);
  const { progress, status, error } = document;
  const name = t(`status_${status}`);
  return (
    <div>
      <Badge variant="light" color={colors[status] ?? 'indigo'}>
        {name}
      </Badge>
      {isAtWork(document) && progress.total > 1 && (
        <Progress.Root size="sm" mt={4} w={120}>
          <Progress.Section value={(100 * progress.done) / progress.total} aria-label={`${name}: ${document.title}`} />
        </Progress.Root>
      )}
      {error && (
        <Text size="xs" c="dimmed" mt={4}>
          {error.message} {error.remedy}
        </Text>
      )}
    </div>
  );
}

/** Whether search finds the document by its own text: checked after each ingestion, independently of the status. */
export function Retrievable({ document }: { document: Document }) {
  const words = useRetrievable(document);
  return (
    words && (
      <Tooltip label={words}>
        <Group gap={4} wrap="nowrap" tabIndex={0}>
          <Found document={document} />
          <span className="visually-hidden">{words}</span>
        </Group>
      </Tooltip>
    )
  );
}

/** The same as a sentence, where no column header gives the subject. */
export function RetrievableInWords({ document }: { document: Document }) {
  const words = useRetrievable(document);
  return (
    words && (
      <Group gap={4} wrap="nowrap">
        <Found document={document} />
        <Text size="sm">{words}</Text>
      </Group>
    )
  );
}

const Found = ({ document: { retrievable } }: { document: Document }) =>
  retrievable ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />;

/** Null: not checked yet. */
function useRetrievable({ retrievable, status }: Document): string | null {
  const t = useWords(knowledgeWords);
  if (retrievable) return t('retrievable');
  return status === 'ready' ? t('notRetrievable') : null;
}
