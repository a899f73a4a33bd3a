import { listCollections } from '@desk/contract/knowledge';
import { Button, Paper, Progress, Text, Title } from '@mantine/core';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { arrived } from '../api/code.ts';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { toast, toastProblem } from '../ui/show/toast.tsx';
import { homeWords } from './home-words.ts';
import { sampleCollection } from './sample-collection.ts';

interface SampleOfferProps {
  /** True if the desk has no document that can be found. */
  empty: boolean;
}

/** Offers to load the sample, or the rest of it if a load was interrupted. */
export function SampleOffer({ empty }: SampleOfferProps) {
  const t = useWords(homeWords);
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const left = useSampleLeft();
  const load = async () => {
    setProgress({ done: 0, total: 1 });
    try {
      const { loadSample } = await arrived(import('./sample.ts'));
      await loadSample((done, total) => setProgress({ done, total }));
      toast(t('sampleDone'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => void load());
    } finally {
      setProgress(null);
      await cache.invalidateQueries();
    }
  };
  const rest = left === 'some';
  if (!progress && !rest && !(empty && left === 'all')) return null;
  const title = t(rest ? 'sampleRestTitle' : 'sampleTitle');
  const action = t(rest ? 'sampleRest' : 'sampleLoad');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(rest ? 'sampleLacks' : 'sample')}
      </Text>
      {progress ? (
        <div role="status">
          <Text size="sm" mb={4}>
            {t('sampleProgress', progress)}
          </Text>
          <Progress value={(100 * progress.done) / progress.total} aria-label={action} />
        </div>
      ) : (
        <Button onClick={() => void load()}>{action}</Button>
      )}
    </Paper>
  );
}

/** Whether the sample's collection lacks all articles, some, or none; undefined while that is unknown. */
function useSampleLeft(): 'all' | 'some' | 'none' | undefined {
  const collections = useLoaded(listCollections, { query: { limit: 200 } });
  const id = collections.data?.items.find(({ name }) => name === sampleCollection)?.id;
  const missing = useQuery({
    queryKey: ['sampleArticles', id],
    // The texts of the articles are large: import them only where the sample has been loaded, at least in part.
    queryFn: id ? async () => (await arrived(import('./sample.ts'))).missingArticles(id) : skipToken,
  });
  if (!collections.data) return undefined;
  if (!id) return 'all';
  return missing.data && (missing.data.length > 0 ? 'some' : 'none');
}
