import { getInboundConfig, type InboundConfig } from '@desk/contract/channels';
import {
  addEmailDomain,
  deleteEmailDomain,
  listEmailDomains,
  verifyEmailDomain,
  type DomainRecord,
  type EmailDomain,
} from '@desk/contract/email-domains';
import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isAnswered, Loaded } from '../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { DeleteButton } from '../ui/form/delete-button.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { CopyValue } from '../ui/show/copy-value.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { LoadMore } from '../ui/show/load-more.tsx';
import { Time } from '../ui/show/time.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { breakable } from '../ui/theme/breakable.ts';
import { channelWords } from './channels-words.ts';
import { EventLog } from './log/event-log.tsx';
import { MailLists } from './mail-lists.tsx';
import { RoundTrip } from './test-event/round-trip.tsx';
import { TestEvent } from './test-event/test-event.tsx';

const live = { live: ['integration.updated'], every: 15_000 };
const stateColors: Record<DomainRecord['state'], string> = {
  ok: 'green',
  unknown: 'gray',
  missing: 'orange',
  mismatch: 'red',
  error: 'red',
};

export function EmailPage() {
  const t = useWords(channelWords);
  const config = useLoaded(getInboundConfig, { query: {} }, live);
  const domains = useLoadedList(listEmailDomains, { query: {} }, live);
  return (
    <Page title={t('email')} intro={t('autoReplies')} back={{ to: '/channels', label: t('back') }}>
      <Stack>
        <section>
          <Title order={2} size="h4">
            {t('domains')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('domainsHint')}
          </Text>
          <AddDomain />
          <Loaded query={domains} empty={{ when: (rows) => rows.length === 0, show: <Text>{t('noDomains')}</Text> }}>
            {(rows) => (
              <Stack>
                {rows.map((domain) => (
                  <Domain key={domain.id} domain={domain} />
                ))}
              </Stack>
            )}
          </Loaded>
          <LoadMore query={domains} />
        </section>
        {isAnswered(domains) && <Loaded query={config}>{(data) => <Forwarding config={data} />}</Loaded>}
        {isAnswered(domains) && isAnswered(config) && (
          <>
            <TestEvent channel="email" />
            <MailLists />
            <EventLog channel="email" />
          </>
        )}
      </Stack>
    </Page>
  );
}

function AddDomain() {
  const t = useWords(channelWords);
  const form = useForm({ initialValues: { domain: '' } });
  const save = useSave(addEmailDomain, {
    refresh: ['listEmailDomains'],
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
          <Group align="end" mb="sm" className="phone-wide">
            <TextInput
              label={t('domain')}
              placeholder="example.org"
              required
              disabled={disabled}
              {...form.getInputProps('domain')}
            />
            <Button type="submit" disabled={disabled} loading={save.isPending}>
              {t('addDomain')}
            </Button>
          </Group>
        </form>
      )}
    </Needs>
  );
}

function Domain({ domain }: { domain: EmailDomain }) {
  const t = useWords(channelWords);
  const verify = useSave(verifyEmailDomain, { refresh: ['listEmailDomains'] });
  return (
    <Paper withBorder p="md" component="article" aria-label={domain.domain}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600} style={breakable}>
            {domain.domain}
          </Text>
          <Badge variant="light" color={{ verified: 'green', degraded: 'red', pending: 'orange' }[domain.status]}>
            {t(`domain_${domain.status}`)}
          </Badge>
        </Group>
        <Group gap="xs">
          <Needs role="workspace_admin">
            {(disabled) => (
              <Button
                variant="default"
                disabled={disabled}
                loading={verify.isPending}
                onClick={() => verify.mutate({ params: { domain_id: domain.id } })}
              >
                {t('verify')}
              </Button>
            )}
          </Needs>
          <RemoveDomain domain={domain} />
        </Group>
      </Group>
      <Records domain={domain} />
      {domain.verified_at !== null && <RoundTrip domain={domain} />}
      {domain.status !== 'verified' && (
        <Text size="xs" c="dimmed">
          {t('propagation')}
        </Text>
      )}
    </Paper>
  );
}

function RemoveDomain({ domain: { id, domain } }: { domain: EmailDomain }) {
  const t = useWords(channelWords);
  const save = useSave(deleteEmailDomain, { refresh: ['listEmailDomains', 'getInboundConfig'] });
  return (
    <DeleteButton
      variant="subtle"
      color="red"
      label={t('removeDomain')}
      aria-label={`${t('removeDomain')}: ${domain}`}
      question={{ title: t('removeDomainTitle', { domain }), text: t('removeDomainText') }}
      loading={save.isPending}
      onSure={() => save.mutate({ params: { domain_id: id } })}
    />
  );
}

function Records({ domain }: { domain: EmailDomain }) {
  const t = useWords(channelWords);
  return (
    <DataTable
      label={`${t('record')}: ${domain.domain}`}
      rows={domain.records}
      wide
      keyOf={({ purpose, name }) => `${purpose} ${name}`}
      columns={[
        { key: 'purpose', title: t('record'), cell: ({ purpose, type }) => `${t(`purpose_${purpose}`)} · ${type}` },
        {
          key: 'state',
          title: t('found'),
          cell: ({ state, found, checked_at: at }) => (
            <div>
              <Badge variant="light" color={stateColors[state]}>
                {t(`state_${state}`)}
              </Badge>
              {state !== 'ok' &&
                found.map((value) => (
                  <Text key={value} size="xs" style={{ overflowWrap: 'anywhere' }}>
                    {value}
                  </Text>
                ))}
              {at && (
                <Text size="xs" c="dimmed">
                  {t('checked')} <Time at={at} />
                </Text>
              )}
            </div>
          ),
        },
        { key: 'name', title: t('host'), cell: ({ name }) => <CopyValue value={name} /> },
        { key: 'value', title: t('value'), cell: ({ value }) => <CopyValue value={value} /> },
      ]}
    />
  );
}

function Forwarding({ config }: { config: InboundConfig }) {
  const t = useWords(channelWords);
  return (
    <section>
      <Title order={2} size="h4">
        {t('forwarding')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('forwardingHint')}
      </Text>
      <CopyValue value={config.forward_to} />
      <Title order={3} size="h5" mt="md">
        {t('addresses')}
      </Title>
      {config.addresses.length === 0 && <Text size="sm">{t('noAddresses')}</Text>}
      {config.addresses.map(({ address, verified, last_received_at: at }) => (
        <Group key={address} gap="xs">
          <Text size="sm">{address}</Text>
          {!verified && <Badge color="orange">{t('unverified')}</Badge>}
          {at && (
            <Text size="xs" c="dimmed">
              <Time at={at} />
            </Text>
          )}
        </Group>
      ))}
    </section>
  );
}
