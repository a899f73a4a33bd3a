import { searchKnowledge, type SearchResult } from '@desk/contract/knowledge';
import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

/** Runs a question through the real retrieval and shows the passages with the reasons for their order. */
export function TryRetrieval({ collectionId }: { collectionId: string }) {
  const t = useWords(knowledgeWords);
  const [query, setQuery] = useState('');
  const ask = useSave(searchKnowledge);
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4">
        {t('tryRetrieval')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('tryRetrievalHint')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ body: { query, collection_ids: [collectionId], limit: 5 } });
        }}
      >
        <Group align="end">
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('tryRetrieval')}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={ask.isPending} disabled={!query.trim()}>
            {t('ask')}
          </Button>
        </Group>
      </form>
      <div aria-live="polite">{ask.data && <Results items={ask.data.items} milliseconds={ask.data.took_ms} />}</div>
    </Paper>
  );
}

function Results({ items, milliseconds }: { items: readonly SearchResult[]; milliseconds: number }) {
  const t = useWords(knowledgeWords);
  if (items.length === 0) return <Text mt="sm">{t('nothingFound')}</Text>;
  return (
    <Stack mt="md" gap="sm">
      <Text size="xs" c="dimmed">
        {t('seconds', { n: milliseconds })}
      </Text>
      {items.map((item) => (
        <div key={item.chunk_id}>
          <Anchor component={Link} to={`/knowledge/documents/${item.document_id}`} fw={600}>
            {[item.title, ...item.heading_path].join(' › ')}
          </Anchor>
          <Text size="xs" c="dimmed">
            {t('score', { score: number(item.score, { maximumFractionDigits: 2 }) })} ·{' '}
            {t('ranks', { lexical: item.lexical_rank ?? t('noRank'), vector: item.vector_rank ?? t('noRank') })}
          </Text>
          <Text size="sm" lineClamp={4}>
            {item.text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
