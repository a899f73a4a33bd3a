import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { leaveFocusAt } from '../keys/kept-focus.ts';
import { ForbiddenState } from '../states/forbidden.tsx';
import { NotFoundState } from '../states/not-found.tsx';
import { ProblemState } from '../states/problem.tsx';
import { readAnyway } from './online.ts';
import { useLate } from './use-late.ts';

export interface Query<T> {
  data: T | undefined;
  error: ApiError | null;
  refetch: () => unknown;
  /** Whether the data is still that of another query, such as one with another filter. */
  isPlaceholderData?: boolean;
  /** `paused`: it waits for a network. */
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

interface LoadedProps<T> {
  query: Query<T>;
  /** A grey copy of the real layout; by default a few lines. */
  skeleton?: ReactNode;
  /** Shown instead of the children when the data is empty. */
  empty?: { when: (data: T) => boolean; show: ReactNode };
  children: (data: T) => ReactNode;
}

/**
 * THE way to show data that was read: skeleton, failure, forbidden, not found, empty, content. Old content stays while a new read
 * fails (the shell says so), unless the thing is gone (app.tsx), and not for long while another query is read: it would look like its
 * answer.
 */
export function Loaded<T>({ query, skeleton, empty, children }: LoadedProps<T>) {
  const { data, error, refetch, isPlaceholderData = false, fetchStatus } = query;
  const isAnothers = useLate(isPlaceholderData, showAfter);
  if (data !== undefined && !isAnothers) return empty?.when(data) ? empty.show : children(data);
  if (error?.status === 403) return <ForbiddenState requiredRole={error.requiredRole} />;
  if (error?.status === 404) return <NotFoundState error={error} />;
  // The shell redirects to the sign-in.
  if (error?.status === 401) return null;
  if (error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (fetchStatus === 'paused') return <ProblemState error={noNetwork} onRetry={() => void readAnyway(refetch)} />;
  return <Waiting skeleton={skeleton ?? <SkeletonLines />} onRetry={() => void refetch()} />;
}

/** Whether a list has been read, or could not be. Content below a list waits for this, because the list would push it down. */
export const isAnswered = ({ data, error }: Pick<Query<unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || error !== null;

const noNetwork = new ApiError({ status: 0 });

const showAfter = 150;
const stillAfter = 10_000;

/**
 * Keeps the skeleton's space from the start, so that nothing below moves when it appears, and shows it only after a moment, so that a
 * quick answer does not make it flash. A slow answer gets a notice with Retry.
 */
function Waiting({ skeleton, onRetry }: { skeleton: ReactNode; onRetry: () => void }) {
  const t = useWords(kitWords);
  const [stage, setStage] = useState<'quiet' | 'shown' | 'still'>('quiet');
  useEffect(() => {
    const timers = [setTimeout(() => setStage('shown'), showAfter), setTimeout(() => setStage('still'), stillAfter)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div aria-busy="true">
      {stage !== 'quiet' && (
        <span className="visually-hidden" role="status">
          {t('loading')}
        </span>
      )}
      {stage === 'still' && (
        <Group justify="center" p="sm">
          <Text size="sm">{t('stillLoading')}</Text>
          <Button
            size="xs"
            variant="default"
            onClick={({ currentTarget }) => {
              leaveFocusAt(currentTarget.closest('[aria-busy]'));
              onRetry();
            }}
          >
            {t('retry')}
          </Button>
        </Group>
      )}
      <div style={stage === 'quiet' ? { visibility: 'hidden' } : undefined}>{skeleton}</div>
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
