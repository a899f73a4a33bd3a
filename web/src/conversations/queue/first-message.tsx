import { getChatdeskStatus, getInboundConfig, getTicketdeskStatus } from '@desk/contract/channels';
import { listEmailDomains } from '@desk/contract/email-domains';
import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords, words } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';

const en = {
  emptyTitle: 'No conversations yet',
  empty: 'Conversations appear here as soon as a customer writes on a connected channel.',
  connect: 'Connect a channel',
  waitingTitle: 'Waiting for the first message',
  never: 'Last event: never.',
  last: 'Last event:',
  test: 'Send a test',
};
const de: typeof en = {
  emptyTitle: 'Noch keine Unterhaltungen',
  empty: 'Unterhaltungen erscheinen hier, sobald jemand über einen verbundenen Kanal schreibt.',
  connect: 'Kanal verbinden',
  waitingTitle: 'Die erste Nachricht steht noch aus',
  never: 'Letztes Ereignis: noch keines.',
  last: 'Letztes Ereignis:',
  test: 'Test senden',
};
const firstWords = words('first-message', { en, de });
const live = { live: ['integration.updated'] };

/** For a desk without a conversation: how the first one arrives. */
export function FirstMessage() {
  const t = useWords(firstWords);
  const { ready, channel, last } = useChannelActivity();
  if (!ready) return null;
  const icon = <IconInbox size={36} stroke={1.5} />;
  const go = (to: string, label: string) => (
    <Button component={Link} to={to}>
      {label}
    </Button>
  );
  if (!channel)
    return (
      <State icon={icon} title={t('emptyTitle')} role="status" actions={go('/channels', t('connect'))}>
        {t('empty')}
      </State>
    );
  return (
    <State icon={icon} title={t('waitingTitle')} role="status" actions={go(`/channels/${channel}`, t('test'))}>
      {last ? (
        <>
          {t('last')} <Time at={last} />
        </>
      ) : (
        t('never')
      )}
    </State>
  );
}

/** The first connected channel, and the time of the last event on any channel; `ready` once all reads have succeeded or failed. */
function useChannelActivity() {
  const chatdesk = useLoaded(getChatdeskStatus, {}, live);
  const ticketdesk = useLoaded(getTicketdeskStatus, {}, live);
  const mail = useLoaded(getInboundConfig, { query: {} }, live);
  const domains = useLoaded(listEmailDomains, { query: {} }, live);
  const isOpen = (read: typeof chatdesk) => Boolean(read.data?.account) && read.data?.status !== 'disconnected';
  const hasMail = domains.data?.items.some(({ status }) => status === 'verified') ?? false;
  const channels = { chatdesk: isOpen(chatdesk), ticketdesk: isOpen(ticketdesk), email: hasMail };
  const times = [
    chatdesk.data?.last_event_received_at,
    ticketdesk.data?.last_event_received_at,
    ...(mail.data?.addresses ?? []).map((each) => each.last_received_at),
  ].flatMap((at) => at ?? []);
  return {
    ready: [chatdesk, ticketdesk, mail, domains].every((read) => read.data !== undefined || read.error !== null),
    channel: Object.entries(channels).find(([, open]) => open)?.[0] ?? null,
    last: times.toSorted().at(-1) ?? null,
  };
}
