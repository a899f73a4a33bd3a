import {
  sendChatdeskTestEvent,
  sendEmailTestEvent,
  sendTicketdeskTestEvent,
  type TestEventReport,
} from '@desk/contract/channel-log';
import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ApiError } from '../../api/api-error.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { testWords } from './test-words.ts';

const operations = {
  chatdesk: { send: sendChatdeskTestEvent, log: 'listChatdeskEvents' },
  ticketdesk: { send: sendTicketdeskTestEvent, log: 'listTicketdeskEvents' },
  email: { send: sendEmailTestEvent, log: 'listEmailEvents' },
} as const;

/** Sends an event through the real inbound route, and shows which steps succeeded. */
export function TestEvent({ channel }: { channel: keyof typeof operations }) {
  const t = useWords(testWords);
  const { send, log } = operations[channel];
  const save = useSave(send, { refresh: [log], shows: ({ status }) => status === 409 });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('title')}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')} {t(channel === 'email' ? 'hintMail' : 'hintHelpdesk')}
      </Text>
      <Needs role="workspace_admin">
        {(disabled) => (
          <SavingButton variant="default" disabled={disabled} loading={save.isPending} onClick={() => save.mutate({})}>
            {t('send')}
          </SavingButton>
        )}
      </Needs>
      <div role="status">
        {!save.isPending && save.data && <Report report={save.data} />}
        {!save.isPending && save.error?.status === 409 && <Refused error={save.error} />}
      </div>
    </Paper>
  );
}

function Report({ report: { ok, steps } }: { report: TestEventReport }) {
  const t = useWords(testWords);
  return (
    <Alert mt="md" variant="light" color={ok ? 'green' : 'red'} title={t(ok ? 'passed' : 'failed')}>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('steps')}>
        {steps.map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </Stack>
    </Alert>
  );
}

const failing = ['accepted', 'stored', 'processed'] as const;

/** The step in the language of the page; below a failure, the server's own text for the person who fixes it. */
function StepLine({ step: { id, ok, detail, remedy } }: { step: TestEventReport['steps'][number] }) {
  const t = useWords(testWords);
  const failed = ok ? undefined : failing.find((each) => each === id);
  return (
    <li>
      <Group gap="xs" wrap="nowrap" align="start">
        <Badge color={ok ? 'green' : 'red'} variant="light" style={{ flexShrink: 0 }}>
          {t(ok ? 'ok' : 'notOk')}
        </Badge>
        <div>
          <Text size="sm">{failed ? t(`failed_${failed}`) : t(`ok_${id}`)}</Text>
          {failed && remedy && <Text size="sm">{t(`remedy_${failed}`)}</Text>}
          {failed && <Text size="xs">{detail}</Text>}
        </div>
      </Group>
    </li>
  );
}

function Refused({ error }: { error: ApiError }) {
  const t = useWords(testWords);
  return (
    <Alert mt="md" variant="light" color="orange" title={t('refused')}>
      {t(error.code === 'app_not_configured' ? 'refused_app_not_configured' : 'refused_not_connected')}
    </Alert>
  );
}
