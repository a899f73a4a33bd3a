import {
  getChatdeskStatus,
  getInboundConfig,
  getTicketdeskStatus,
  type InboundConfig,
  type IntegrationStatus,
} from '@desk/contract/channels';
import { listEmailDomains, type EmailDomain } from '@desk/contract/email-domains';
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded, SkeletonLines } from '../ui/data/loaded.tsx';
import { useLoaded, useWholeList } from '../ui/data/use-loaded.ts';
import { listOf } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { Time } from '../ui/show/time.tsx';
import { breakable } from '../ui/theme/breakable.ts';
import { channelWords } from './channels-words.ts';
import { LastDay } from './log/last-day.tsx';
import { StatusLine } from './steps.tsx';
import { StuckNotice } from './stuck/stuck-notice.tsx';

const isConfigured = (status: IntegrationStatus | undefined) => status && status.status !== 'not_configured';
const live = { live: ['integration.updated'], every: 15_000 };

export function ChannelsPage() {
  const t = useWords(channelWords);
  const chatdesk = useLoaded(getChatdeskStatus, {}, live);
  const ticketdesk = useLoaded(getTicketdeskStatus, {}, live);
  const domains = useWholeList(listEmailDomains, { query: {} });
  return (
    <Page title={t('section')} intro={t('intro')}>
      <StuckNotice />
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Card title={t('chatdesk')} to="/channels/chatdesk" configured={isConfigured(chatdesk.data)}>
          <Loaded query={chatdesk} skeleton={<SkeletonLines lines={2} />}>
            {(status) => <StatusLine status={status} />}
          </Loaded>
          <LastDay channel="chatdesk" />
        </Card>
        <Card title={t('ticketdesk')} to="/channels/ticketdesk" configured={isConfigured(ticketdesk.data)}>
          <Loaded query={ticketdesk} skeleton={<SkeletonLines lines={2} />}>
            {(status) => <StatusLine status={status} />}
          </Loaded>
          <LastDay channel="ticketdesk" />
        </Card>
        <Card title={t('email')} to="/channels/email" configured={domains.data && domains.data.length > 0}>
          <EmailSummary domains={domains} />
          <LastDay channel="email" />
        </Card>
      </SimpleGrid>
    </Page>
  );
}

interface CardProps {
  title: string;
  to: string;
  /** True if there is something to manage, undefined while that is unknown. */
  configured: boolean | undefined;
  children: ReactNode;
}

function Card({ title, to, configured, children }: CardProps) {
  const t = useWords(channelWords);
  const label = t(configured === undefined ? 'open' : wordOf(configured));
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
      <Button component={Link} to={to} variant="default" mt="md" aria-label={`${label}: ${title}`}>
        {label}
      </Button>
    </Paper>
  );
}

const wordOf = (configured: boolean) => (configured ? 'manage' : 'setUp');

function EmailSummary({ domains }: { domains: ReturnType<typeof useWholeList<typeof listEmailDomains>> }) {
  const config = useLoaded(getInboundConfig, { query: {} }, live);
  const skeleton = <SkeletonLines lines={2} />;
  return (
    <Loaded query={domains} skeleton={skeleton}>
      {(rows) => (
        <Loaded query={config} skeleton={skeleton}>
          {({ addresses }) => <MailState rows={rows} last={lastMail(addresses)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

const lastMail = (addresses: InboundConfig['addresses']): string | undefined =>
  addresses
    .flatMap(({ last_received_at: at }) => at ?? [])
    .sort()
    .at(-1);

function MailState({ rows, last }: { rows: readonly EmailDomain[]; last: string | undefined }) {
  const t = useWords(channelWords);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge color={stateColors[stateOf(rows, last)]} variant="light">
          {t(`status_${stateOf(rows, last)}`)}
        </Badge>
        <Text size="sm" style={breakable}>
          {listOf(rows.map(({ domain }) => domain))}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('domainsDone', {
          done: rows.filter(({ status }) => status === 'verified').length,
          total: rows.length,
        })}
        {' · '}
        {last ? (
          <>
            {t('lastEvent')} <Time at={last} />
          </>
        ) : (
          t('noEvent')
        )}
      </Text>
    </Stack>
  );
}

const stateColors = { not_configured: 'gray', configuring: 'orange', connected: 'orange', ready: 'green' } as const;

/** Maps mail to the states of the helpdesks: verified domains mean connected, and a received mail means ready. */
function stateOf(rows: readonly EmailDomain[], last: string | undefined): keyof typeof stateColors {
  if (rows.length === 0) return last ? 'ready' : 'not_configured';
  if (!rows.every(({ status }) => status === 'verified')) return 'configuring';
  return last ? 'ready' : 'connected';
}
