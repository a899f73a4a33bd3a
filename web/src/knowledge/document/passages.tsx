import type { Chunk } from '@desk/contract/documents';
import { listChunks } from '@desk/contract/knowledge';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { breakable } from '../../ui/theme/breakable.ts';
import { knowledgeWords } from '../knowledge-words.ts';

/** The passages as the AI reads them. A link to one of them (`?chunk=`) scrolls to it and marks it. */
export function Passages({ documentId, version }: { documentId: string; version: number | null }) {
  const t = useWords(knowledgeWords);
  const { chunk: wanted } = useSearch({ strict: false }) as { chunk?: string };
  const chunks = useLoadedList(
    listChunks,
    { params: { id: documentId }, query: {} },
    { live: ['document.updated'], liveId: documentId },
  );
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = chunks;
  const isMissing = wanted !== undefined && data !== undefined && !data.some(({ id }) => id === wanted);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <>
      <Loaded
        query={chunks}
        empty={{ when: (rows) => rows.length === 0, show: <Text c="dimmed">{t('noPassages')}</Text> }}
      >
        {(rows) => (
          <Stack gap="sm" key={version}>
            {rows.map((chunk) => (
              <Passage key={chunk.id} chunk={chunk} isWanted={chunk.id === wanted} />
            ))}
          </Stack>
        )}
      </Loaded>
      {hasNextPage && (
        <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Passage({ chunk, isWanted }: { chunk: Chunk; isWanted: boolean }) {
  const t = useWords(knowledgeWords);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const marked = isWanted && {
    'aria-current': true,
    style: { outline: '2px solid var(--mantine-primary-color-filled)' },
  };
  return (
    <Paper ref={card} withBorder p="sm" {...marked}>
      <Group justify="space-between" mb={4}>
        <Text fw={600} size="sm" style={breakable}>
          {chunk.heading_path.join(' › ') || chunk.title}
        </Text>
        {chunk.place.page !== null && <Badge variant="default">{t('page', { page: chunk.place.page })}</Badge>}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', ...breakable }}>
        {chunk.text}
      </Text>
    </Paper>
  );
}
