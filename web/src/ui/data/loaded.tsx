import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { ForbiddenState } from '../states/forbidden.tsx';
import { NotFoundState } from '../states/not-found.tsx';
import { ProblemState } from '../states/problem.tsx';

interface Query<T> {
  data: T | undefined;
  error: ApiError | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Query<T>;
  /** The real layout in grey; a few lines when left out. */
  skeleton?: ReactNode;
  /** Shown instead of the children when there is nothing yet. */
  empty?: { when: (data: T) => boolean; show: ReactNode };
  children: (data: T) => ReactNode;
}

/** THE way to show what was read: skeleton, failure, forbidden, not found, empty, content. Old content stays while a new read fails. */
export function Loaded<T>({ query, skeleton, empty, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return empty?.when(data) ? empty.show : children(data);
  if (error?.status === 403) return <ForbiddenState requiredRole={error.requiredRole} />;
  if (error?.status === 404) return <NotFoundState />;
  // The shell is on its way to the sign-in.
  if (error?.status === 401) return null;
  if (error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  return <Waiting skeleton={skeleton ?? <SkeletonLines />} onRetry={() => void refetch()} />;
}

const showAfter = 150;
const stillAfter = 10_000;

/** A quick answer flashes no skeleton; a slow one says that it is still on its way. */
function Waiting({ skeleton, onRetry }: { skeleton: ReactNode; onRetry: () => void }) {
  const t = useWords(kitWords);
  const [stage, setStage] = useState<'quiet' | 'shown' | 'still'>('quiet');
  useEffect(() => {
    const timers = [setTimeout(() => setStage('shown'), showAfter), setTimeout(() => setStage('still'), stillAfter)];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'quiet') return <div aria-busy="true" />;
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      {stage === 'still' && (
        <Group justify="center" p="sm">
          <Text size="sm">{t('stillLoading')}</Text>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      )}
      {skeleton}
    </div>
  );
}

export function SkeletonLines({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
