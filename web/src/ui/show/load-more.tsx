import { Button, Group } from '@mantine/core';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** A button that reads the next page of a list, if there is one. */
export function LoadMore({ query }: LoadMoreProps) {
  const t = useWords(kitWords);
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('loadMore')}
      </Button>
    </Group>
  );
}
