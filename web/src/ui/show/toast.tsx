import { Anchor, Button, Group, Text } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import type { ApiError } from '../../api/api-error.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { ProblemText, Retry, titleOfProblem } from '../states/problem.tsx';

/** How many messages are shown at a time. */
export const mostToasts = 3;

/** A further one would wait for its place, and with it the Undo of what was just done: the oldest message goes, a problem last. */
function makeRoom(): void {
  const { notifications: shown } = notificationsStore.getState();
  if (shown.length < mostToasts) return;
  const oldest = shown.find(({ role }) => role === 'status') ?? shown[0];
  if (oldest?.id) notifications.hide(oldest.id);
}

/** Shows a short message; with `undo`, a button that reverses the action. */
export function toast(message: string, undo?: { label: string; run: () => void }): void {
  makeRoom();
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo.run();
          }}
        >
          {undo.label}
        </Button>
      </Group>
    ) : (
      message
    ),
    withBorder: true,
    // Long enough to be read, and for a button to be reached: WCAG 2.2.1 takes twenty seconds for what everybody manages.
    autoClose: undo ? 20_000 : 4_000,
    role: 'status',
    closeButtonProps: { 'aria-label': kitWords('close') },
  });
}

/** Shows why a change failed, with the request id, and with Retry if that may succeed. */
export function toastProblem(error: ApiError, onRetry?: () => void, mayPass = error.mayPass): void {
  makeRoom();
  const retry = () => {
    notifications.hide(id);
    onRetry?.();
  };
  const id = notifications.show({
    title: titleOfProblem(error),
    color: 'red',
    withBorder: true,
    // Until a retry is accepted, unless that is long.
    autoClose: 15_000 + 1000 * Math.min(error.retryAfter ?? 0, 120),
    role: 'alert',
    closeButtonProps: { 'aria-label': kitWords('close') },
    message: (
      <>
        <Text size="sm">
          <ProblemText error={error} />
        </Text>
        <Group gap="sm" mt={6}>
          {onRetry && mayPass && <Retry error={error} onRetry={retry} size="compact-sm" variant="default" />}
          {error.requestId && (
            <Anchor
              component="button"
              size="xs"
              title={kitWords('copyRequestId')}
              onClick={() => void navigator.clipboard.writeText(error.requestId ?? '')}
            >
              {kitWords('requestId', { id: error.requestId })}
            </Anchor>
          )}
        </Group>
      </>
    ),
  });
}
