import { disconnectDrive, getDriveConnectUrl, putDriveApp, type DriveStatus } from '@desk/contract/cloud-drive';
import { Badge, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../../ui/data/use-save.tsx';
import { FieldsFor } from '../../ui/form/fields-for.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { CopyValue } from '../../ui/show/copy-value.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { driveWords } from './drive-words.ts';

const colors: Partial<Record<DriveStatus['status'], string>> = { connected: 'green', needs_reauth: 'red' };

/** The account that reads the drive, and the controls to connect and disconnect it. */
export function Connection({ status }: { status: DriveStatus }) {
  const t = useWords(driveWords);
  const ready = status.steps.some(({ id, state }) => id === 'app' && state === 'ok');
  const name = status.account?.name ?? status.account?.id;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} style={{ flex: '1 1 280px' }}>
          <Badge color={colors[status.status] ?? 'gray'} variant="light">
            {t(`status_${status.status}`)}
          </Badge>
          {name && (
            <Text size="sm">{t(status.credential === 'service_account' ? 'serviceAccount' : 'account', { name })}</Text>
          )}
          {status.last_checked_at && (
            <Text size="sm" c="dimmed">
              {t('checked')} <Time at={status.last_checked_at} />
            </Text>
          )}
          {status.last_error && (
            <Text size="sm">
              {t('lastError')}: {status.last_error}
            </Text>
          )}
          {ready && status.status !== 'connected' && <Text size="sm">{t('connectHint')}</Text>}
        </Stack>
        {ready && <Choices status={status} />}
      </Group>
      {!ready && status.credential !== 'service_account' && <OwnAccess />}
    </Paper>
  );
}

function Choices({ status: { status, credential } }: { status: DriveStatus }) {
  const t = useWords(driveWords);
  const connect = useSave(getDriveConnectUrl, { saved: ({ authorization_url: url }) => location.assign(url) });
  const end = useSave(disconnectDrive, { refresh: ['getDriveStatus', 'listDriveFiles'], done: t('disconnected') });
  const ask = async () => {
    const question = { title: t('disconnectTitle'), text: t('disconnectText'), confirm: t('disconnect') };
    if (await confirm({ ...question, dangerous: true })) end.mutate({});
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group gap="xs">
          {credential === 'oauth' && (
            <Button variant="default" disabled={disabled} loading={end.isPending} onClick={() => void ask()}>
              {t('disconnect')}
            </Button>
          )}
          {status !== 'connected' && (
            <Button disabled={disabled} loading={connect.isPending} onClick={() => connect.mutate({})}>
              {t(status === 'not_configured' ? 'connect' : 'connectAgain')}
            </Button>
          )}
        </Group>
      )}
    </Needs>
  );
}

/** For a desk without an OAuth client of its operator: the organization enters its own. */
function OwnAccess() {
  const t = useWords(driveWords);
  const form = useForm({ initialValues: { client_id: '', client_secret: '' } });
  const save = useSave(putDriveApp, {
    refresh: ['getDriveStatus'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
      <Stack maw={420} mt="md">
        <div>
          <Title order={2} size="h5">
            {t('app')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('appHint')}
          </Text>
          <Text size="sm" mt="xs" mb={4}>
            {t('returnsTo')}
          </Text>
          <CopyValue value={`${location.origin}/channels/cloud-drive/callback`} />
        </div>
        <FieldsFor role="workspace_admin">
          <Stack>
            <TextInput label={t('clientId')} required autoComplete="off" {...form.getInputProps('client_id')} />
            <PasswordInput
              label={t('clientSecret')}
              required
              autoComplete="off"
              {...form.getInputProps('client_secret')}
            />
            <Needs role="workspace_admin">
              {(disabled) => (
                <Button type="submit" disabled={disabled} loading={save.isPending} w="fit-content">
                  {t('save')}
                </Button>
              )}
            </Needs>
          </Stack>
        </FieldsFor>
      </Stack>
    </form>
  );
}
