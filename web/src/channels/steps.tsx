import type { IntegrationStatus } from '@desk/contract/channels';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useWords } from '../ui/i18n/words.ts';
import { Time } from '../ui/show/time.tsx';
import { channelWords } from './channels-words.ts';

type Step = IntegrationStatus['steps'][number];
const colors: Record<Step['state'], string> = {
  ok: 'green',
  missing: 'orange',
  mismatch: 'red',
  error: 'red',
  unknown: 'gray',
};

const doneSteps = ['app_ok', 'grant_ok', 'signing_secret_ok', 'first_event_ok'] as const;
const openSteps = [
  'app_missing',
  'grant_missing',
  'grant_error',
  'signing_secret_missing',
  'first_event_missing',
] as const;

/** The steps of a setup, each with its state and its remedy. Ticks come from facts, never from people. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useWords(channelWords);
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('steps')}>
      {steps.map((step) => (
        <StepCard key={step.id} step={step} />
      ))}
    </Stack>
  );
}

/** Known steps are shown in the language of the page, others in the server's text. */
function StepCard({ step }: { step: Step }) {
  const t = useWords(channelWords);
  const key = `${step.id}_${step.state}`;
  const done = doneSteps.find((each) => each === key);
  const open = openSteps.find((each) => each === key);
  const known = done ?? open;
  // Nothing is missing if the channel works without it.
  const spared = !step.required && step.state === 'missing';
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap="xs">
        <Badge color={spared ? 'gray' : colors[step.state]} variant="light">
          {t(spared ? 'optional' : `state_${step.state}`)}
        </Badge>
        <Text fw={600} size="sm" style={{ flex: '1 1 12rem' }}>
          {known ? t(`step_${known}`) : step.detail}
          {!step.required && !spared && ` (${t('optional')})`}
        </Text>
        {step.checked_at && (
          <Text size="xs" c="dimmed">
            {t('checked')} <Time at={step.checked_at} />
          </Text>
        )}
      </Group>
      {step.remedy && step.state !== 'ok' && (
        <Text size="sm" mt={4}>
          {open ? t(`remedy_${open}`) : step.remedy}
        </Text>
      )}
    </Paper>
  );
}

export function StatusLine({ status }: { status: IntegrationStatus }) {
  const t = useWords(channelWords);
  const required = status.steps.filter((step) => step.required);
  const done = required.filter(({ state }) => state === 'ok').length;
  const color = { ready: 'green', connected: 'orange', needs_reauth: 'red' }[status.status as string] ?? 'gray';
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge color={color} variant="light">
          {t(`status_${status.status}`)}
        </Badge>
        {status.account && <Text size="sm">{t('account', { name: status.account.name ?? status.account.id })}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {t('stepsDone', { done, total: required.length })} ·{' '}
        {status.last_event_received_at ? (
          <>
            {t('lastEvent')} <Time at={status.last_event_received_at} />
          </>
        ) : (
          t('noEvent')
        )}
      </Text>
      {status.last_error && (
        <Text size="sm">
          {t('lastError')}: {status.last_error}
        </Text>
      )}
    </Stack>
  );
}
