import { Button, Paper, Progress, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { useWords } from '../ui/i18n/words.ts';
import { toast, toastProblem } from '../ui/show/toast.tsx';
import { homeWords } from './home-words.ts';

export function SampleOffer() {
  const t = useWords(homeWords);
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const load = async () => {
    setProgress({ done: 0, total: 1 });
    try {
      const { loadSample } = await import('./sample.ts');
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
  return (
    <Paper withBorder p="md" component="section" aria-label={t('sampleTitle')}>
      <Title order={2} size="h5">
        {t('sampleTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('sample')}
      </Text>
      {progress ? (
        <div role="status">
          <Text size="sm" mb={4}>
            {t('sampleProgress', progress)}
          </Text>
          <Progress value={(100 * progress.done) / progress.total} aria-label={t('sampleLoad')} />
        </div>
      ) : (
        <Button onClick={() => void load()}>{t('sampleLoad')}</Button>
      )}
    </Paper>
  );
}
