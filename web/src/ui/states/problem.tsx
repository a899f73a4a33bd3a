import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconHourglass } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { leaveFocusAt } from '../keys/kept-focus.ts';
import { CopyValue } from '../show/copy-value.tsx';
import { useForbiddenWords } from './forbidden.tsx';
import { State } from './state.tsx';

/** Title and sentence for a failure: network, rate limit, storage full, server fault, or the server's own text. */
export function wordsOfProblem(error: ApiError, t: typeof kitWords) {
  if (error.status === 0) return { title: t('noAnswerTitle'), detail: t('noAnswer') };
  if (error.status === 429) {
    return { title: t('tooManyTitle'), detail: t('tooMany', { seconds: error.retryAfter ?? 1 }) };
  }
  if (error.status === 413) return { title: t('tooLargeTitle'), detail: t('tooLarge') };
  if (error.status === 507) return { title: t('noRoomTitle'), detail: t('noRoom') };
  if (error.status === 503 && error.retryAfter !== null)
    return { title: t('unavailableTitle'), detail: t('tooMany', { seconds: error.retryAfter }) };
  if (error.status >= 500) return { title: t('serverFailedTitle'), detail: error.detail };
  return { title: t('errorTitle'), detail: error.detail || error.title };
}

interface ProblemProps {
  error: ApiError;
  onRetry: () => void;
}

/** A failed read, shown in place of the content. */
export function ProblemState({ error, onRetry }: ProblemProps) {
  const { title, detail, left } = useProblem(error);
  return (
    <State
      role="alert"
      icon={iconOf(error)}
      title={title}
      actions={
        <Group justify="center">
          <Retry waits={left > 0} part=".state" onRetry={onRetry} />
          <RequestId error={error} />
        </Group>
      }
    >
      {detail}
    </State>
  );
}

/** A failed read of one line among others, such as in a card; it is as small as the line. */
export function ProblemLine({ error, onRetry }: ProblemProps) {
  const { title, detail, left } = useProblem(error);
  if (error.status === 403) return <ForbiddenLine requiredRole={error.requiredRole} />;
  return (
    <div className="problem-line" role="alert">
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="sm">{detail}</Text>
      <Group gap="xs" mt={6}>
        <Retry waits={left > 0} part=".problem-line" onRetry={onRetry} size="compact-sm" variant="default" />
        <RequestId error={error} />
      </Group>
    </div>
  );
}

function ForbiddenLine({ requiredRole }: { requiredRole: string | null }) {
  const t = useWords(kitWords);
  return (
    <div role="status">
      <Text size="sm" fw={500}>
        {t('forbiddenTitle')}
      </Text>
      <Text size="sm">{useForbiddenWords(requiredRole)}</Text>
    </div>
  );
}

interface RetryProps extends ButtonProps {
  waits: boolean;
  /** A selector of the element that disappears with the button. */
  part: string;
  onRetry: () => void;
}

function Retry({ waits, part, onRetry, ...buttonProps }: RetryProps) {
  const t = useWords(kitWords);
  return (
    <Button
      {...buttonProps}
      disabled={waits}
      onClick={({ currentTarget }) => {
        leaveFocusAt(currentTarget.closest(part));
        onRetry();
      }}
    >
      {t('retry')}
    </Button>
  );
}

function RequestId({ error: { requestId } }: { error: ApiError }) {
  const t = useWords(kitWords);
  return requestId && <CopyValue value={requestId} shown={t('requestId', { id: requestId })} />;
}

function useProblem(error: ApiError) {
  const t = useWords(kitWords);
  const left = useCountdown(error);
  const { title, detail } = wordsOfProblem(error, t);
  return { title, detail: left > 0 ? t('tooMany', { seconds: left }) : detail, left };
}

function iconOf({ status }: ApiError) {
  if (status === 0) return <IconCloudOff size={36} stroke={1.5} />;
  if (status === 429) return <IconHourglass size={36} stroke={1.5} />;
  return <IconAlertTriangle size={36} stroke={1.5} />;
}

/** Seconds until the server accepts a retry. */
function useCountdown(error: ApiError): number {
  const [left, setLeft] = useState(error.retryAfter ?? 0);
  useEffect(() => {
    setLeft(error.retryAfter ?? 0);
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
