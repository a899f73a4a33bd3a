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
function wordsOfProblem(error: ApiError, t: typeof kitWords) {
  if (error.status === 0) return { title: t('noAnswerTitle'), detail: t('noAnswer') };
  if (error.status === 412) return { title: t('conflictTitle'), detail: t('changedMeanwhile') };
  if (error.status === 429) return { title: t('tooManyTitle'), detail: t('tooManySoon') };
  if (error.status === 413) return { title: t('tooLargeTitle'), detail: t('tooLarge') };
  if (error.status === 507) return { title: t('noRoomTitle'), detail: t('noRoom') };
  if (error.status === 503 && error.retryAfter !== null)
    return { title: t('unavailableTitle'), detail: t('tooManySoon') };
  if (error.status >= 500) return { title: t('serverFailedTitle'), detail: error.detail };
  return { title: t('errorTitle'), detail: error.detail || error.title };
}

export const titleOfProblem = (error: ApiError): string => wordsOfProblem(error, kitWords).title;

/** The sentence for a failure. It counts down to the moment from which the server accepts a retry. */
export function ProblemText({ error }: { error: ApiError }) {
  const t = useWords(kitWords);
  const left = useCountdown(error);
  if (left === null || ![429, 503].includes(error.status)) return wordsOfProblem(error, t).detail;
  // Within an alert, a screen reader would read out every second.
  return <span aria-live={left > 0 ? 'off' : undefined}>{t('tooMany', { seconds: left })}</span>;
}

interface ProblemProps {
  error: ApiError;
  onRetry: () => void;
}

/** A failed read, shown in place of the content, with Retry if that may succeed. */
export function ProblemState({ error, onRetry }: ProblemProps) {
  const t = useWords(kitWords);
  return (
    <State
      role="alert"
      icon={iconOf(error)}
      title={wordsOfProblem(error, t).title}
      actions={
        <Group justify="center">
          {error.mayPass && <Retry error={error} part=".state" onRetry={onRetry} />}
          <RequestId error={error} />
        </Group>
      }
    >
      <ProblemText error={error} />
    </State>
  );
}

/** A failed read of one line among others, such as in a card; it is as small as the line. */
export function ProblemLine({ error, onRetry }: ProblemProps) {
  const t = useWords(kitWords);
  if (error.status === 403) return <ForbiddenLine requiredRole={error.requiredRole} />;
  return (
    <div className="problem-line" role="alert">
      <Text size="sm" fw={500}>
        {wordsOfProblem(error, t).title}
      </Text>
      <Text size="sm">
        <ProblemText error={error} />
      </Text>
      <Group gap="xs" mt={6}>
        {error.mayPass && (
          <Retry error={error} part=".problem-line" onRetry={onRetry} size="compact-sm" variant="default" />
        )}
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
  error: ApiError;
  /** A selector of the element that disappears with the button. */
  part?: string;
  onRetry: () => void;
}

/** Repeats what has failed, once the server accepts it. */
export function Retry({ error, part, onRetry, ...buttonProps }: RetryProps) {
  const t = useWords(kitWords);
  const left = useCountdown(error);
  return (
    <Button
      {...buttonProps}
      disabled={left !== null && left > 0}
      onClick={({ currentTarget }) => {
        if (part) leaveFocusAt(currentTarget.closest(part));
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

function iconOf({ status }: ApiError) {
  if (status === 0) return <IconCloudOff size={36} stroke={1.5} />;
  if (status === 429) return <IconHourglass size={36} stroke={1.5} />;
  return <IconAlertTriangle size={36} stroke={1.5} />;
}

/** Seconds until the server accepts a retry; null if it has not said when. */
function useCountdown({ retryAt }: ApiError): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (retryAt === null || retryAt <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [retryAt]);
  return retryAt === null ? null : Math.max(0, Math.ceil((retryAt - now) / 1000));
}
