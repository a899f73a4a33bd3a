import type { CitedIn as Cited } from '@desk/contract/documents';
import { listCitations } from '@desk/contract/knowledge';
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { knowledgeWords } from '../knowledge-words.ts';

/** The answers that cite a document, the newest first; each links to its conversation. */
export function CitedIn({ documentId }: { documentId: string }) {
  const t = useWords(knowledgeWords);
  const answers = useLoadedList(listCitations, { params: { id: documentId }, query: {} });
  return (
    <>
      <Loaded
        query={answers}
        empty={{ when: (rows) => rows.length === 0, show: <Text c="dimmed">{t('notCited')}</Text> }}
      >
        {(rows) => (
          <Stack component="ul" aria-label={t('citedIn')} gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {rows.map((row) => (
              <Answer key={row.decision_id} row={row} />
            ))}
          </Stack>
        )}
      </Loaded>
      {answers.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          loading={answers.isFetchingNextPage}
          onClick={() => void answers.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Answer({ row }: { row: Cited }) {
  const t = useWords(knowledgeWords);
  const { conversation_id: conversation, customer_name: name, subject, escalated, at } = row;
  const title = [name, subject?.trim()].filter(Boolean).join(' · ');
  return (
    <Group component="li" gap="xs">
      <Anchor component={Link} to={`/inbox/${conversation}`} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {title || t('unnamedConversation')}
      </Anchor>
      <Text size="sm" c="dimmed">
        <Time at={at} />
      </Text>
      {escalated && (
        <Badge variant="light" color="yellow">
          {t('wentToPeople')}
        </Badge>
      )}
    </Group>
  );
}
