import {
  getChatdeskConnectUrl,
  getChatdeskStatus,
  getTicketdeskConnectUrl,
  getTicketdeskStatus,
  provisionTicketdesk,
  putChatdeskApp,
  putTicketdeskApp,
  setTicketdeskWebhookSecret,
  type IntegrationStatus,
} from '@desk/contract/channels';
import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { isAnswered, Loaded } from '../ui/data/loaded.tsx';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { FieldsFor } from '../ui/form/fields-for.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { CopyValue } from '../ui/show/copy-value.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { channelWords } from './channels-words.ts';
import { Disconnect } from './disconnect.tsx';
import { EventLog } from './log/event-log.tsx';
import { StatusLine, Steps } from './steps.tsx';
import { TestEvent } from './test-event/test-event.tsx';

const live = { live: ['integration.updated'], every: 5_000 };

export function ChatdeskPage() {
  const t = useWords(channelWords);
  const status = useLoaded(getChatdeskStatus, {}, live);
  const connect = useSave(getChatdeskConnectUrl, { saved: ({ authorization_url: url }) => location.assign(url) });
  return (
    <Setup channel="chatdesk" status={status}>
      <Part title={t('connect')} hint={t('connectHint')}>
        <ConnectButton busy={connect.isPending} onConnect={() => connect.mutate({})} />
      </Part>
      <ChatdeskToken />
    </Setup>
  );
}

export function TicketdeskPage() {
  const t = useWords(channelWords);
  const status = useLoaded(getTicketdeskStatus, {}, live);
  const [subdomain, setSubdomain] = useState('');
  const connect = useSave(getTicketdeskConnectUrl, { saved: ({ authorization_url: url }) => location.assign(url) });
  return (
    <Setup channel="ticketdesk" status={status}>
      <Part title={t('connect')} hint={t('connectHint')}>
        <Group align="end">
          <TextInput
            label={t('subdomain')}
            description={t('subdomainHint')}
            value={subdomain}
            onChange={({ currentTarget }) => setSubdomain(currentTarget.value.trim().toLowerCase())}
          />
          <ConnectButton
            busy={connect.isPending}
            missing={subdomain === ''}
            onConnect={() => connect.mutate({ query: { subdomain } })}
          />
        </Group>
      </Part>
      <TicketdeskToken />
      <Provision isConnected={Boolean(status.data?.account)} />
      <SigningSecret />
    </Setup>
  );
}

interface SetupProps {
  channel: 'chatdesk' | 'ticketdesk';
  status: ReturnType<typeof useLoaded<typeof getChatdeskStatus>>;
  children: ReactNode;
}

function Setup({ channel, status, children }: SetupProps) {
  const t = useWords(channelWords);
  const connected = Boolean(status.data?.account) && status.data?.status !== 'needs_reauth';
  const signs = status.data?.steps.some(({ id, state }) => id === 'signing_secret' && state === 'ok') ?? false;
  return (
    <Page title={t(channel)} back={{ to: '/channels', label: t('back') }}>
      <Stack maw={820}>
        <Loaded query={status}>
          {(data: IntegrationStatus) => (
            <>
              <StatusLine status={data} />
              <Steps steps={data.steps} />
              <Part title={t('webhook')} hint={t('webhookHint')}>
                <CopyValue value={data.webhook_url} />
              </Part>
            </>
          )}
        </Loaded>
        {/* Until it is known, an offer to connect would say that nothing is connected. */}
        {isAnswered(status) && (
          <>
            {signs && <TestEvent channel={channel} />}
            {connected && <EventLog channel={channel} />}
            {connected ? (
              <details className="reconnect">
                <summary>{t('connectAgain')}</summary>
                <Connecting>{children}</Connecting>
              </details>
            ) : (
              <Connecting>{children}</Connecting>
            )}
            {connected ? <Disconnect channel={channel} /> : <EventLog channel={channel} />}
          </>
        )}
      </Stack>
    </Page>
  );
}

const Connecting = ({ children }: { children: ReactNode }) => (
  <FieldsFor role="workspace_admin">
    <Stack>{children}</Stack>
  </FieldsFor>
);

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
      {children}
    </Paper>
  );
}

function ConnectButton({
  busy,
  missing = false,
  onConnect,
}: {
  busy: boolean;
  missing?: boolean;
  onConnect: () => void;
}) {
  const t = useWords(channelWords);
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button disabled={disabled || missing} loading={busy} onClick={onConnect}>
          {t('connect')}
        </Button>
      )}
    </Needs>
  );
}

function ChatdeskToken() {
  const t = useWords(channelWords);
  const form = useForm({ initialValues: { access_token: '', client_secret: '' } });
  const save = useSave(putChatdeskApp, {
    refresh: ['getChatdeskStatus'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Part title={t('token')} hint={t('tokenHint')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <Stack maw={420}>
          <PasswordInput label={t('accessToken')} required autoComplete="off" {...form.getInputProps('access_token')} />
          <PasswordInput
            label={t('clientSecret')}
            description={t('clientSecretHint')}
            required
            autoComplete="off"
            {...form.getInputProps('client_secret')}
          />
          <SaveButton busy={save.isPending} label={t('useToken')} />
        </Stack>
      </form>
    </Part>
  );
}

function TicketdeskToken() {
  const t = useWords(channelWords);
  const form = useForm({ initialValues: { subdomain: '', access_token: '' } });
  const save = useSave(putTicketdeskApp, {
    refresh: ['getTicketdeskStatus'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Part title={t('token')} hint={t('tokenHint')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <Stack maw={420}>
          <TextInput label={t('subdomain')} required {...form.getInputProps('subdomain')} />
          <PasswordInput label={t('accessToken')} required autoComplete="off" {...form.getInputProps('access_token')} />
          <SaveButton busy={save.isPending} label={t('useToken')} />
        </Stack>
      </form>
    </Part>
  );
}

function Provision({ isConnected }: { isConnected: boolean }) {
  const t = useWords(channelWords);
  const save = useSave(provisionTicketdesk, { refresh: ['getTicketdeskStatus'], done: t('provisioned') });
  return (
    <Part title={t('provision')} hint={t('provisionHint')}>
      <Needs role="workspace_admin">
        {(disabled) => (
          <Button
            variant="default"
            disabled={disabled || !isConnected}
            loading={save.isPending}
            onClick={() => save.mutate({ body: {} })}
          >
            {t('provision')}
          </Button>
        )}
      </Needs>
    </Part>
  );
}

function SigningSecret() {
  const t = useWords(channelWords);
  const form = useForm({ initialValues: { secret: '' } });
  const save = useSave(setTicketdeskWebhookSecret, {
    refresh: ['getTicketdeskStatus'],
    done: ({ fingerprint }) => t('secretSaved', { fingerprint }),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Part title={t('signingSecret')} hint={t('signingSecretHint')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <Stack maw={420}>
          <PasswordInput label={t('signingSecret')} required autoComplete="off" {...form.getInputProps('secret')} />
          <Group>
            <SaveButton busy={save.isPending} label={t('saveSecret')} />
            <Needs role="workspace_admin">
              {(disabled) => (
                <Button
                  variant="default"
                  disabled={disabled}
                  loading={save.isPending}
                  onClick={() => save.mutate({ body: { fetch: true } })}
                >
                  {t('fetchSecret')}
                </Button>
              )}
            </Needs>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function SaveButton({ busy, label }: { busy: boolean; label: string }) {
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button type="submit" variant="default" disabled={disabled} loading={busy}>
          {label}
        </Button>
      )}
    </Needs>
  );
}
