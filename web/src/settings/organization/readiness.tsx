import { getChatdeskStatus, getTicketdeskStatus } from '@desk/contract/channels';
import { listEmailDomains } from '@desk/contract/email-domains';
import { listDocuments } from '@desk/contract/knowledge';
import type { Settings } from '@desk/contract/settings';
import { Anchor, Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { organizationWords } from './organization-words.ts';

interface Check {
  /** Undefined if it could not be read, or is still being read. */
  ok: boolean | undefined;
  isLoading?: boolean;
  words: string;
  /** The page where it can be fixed; undefined for a field further down this page. */
  to?: string;
}

/** What should be in place before the AI answers customers. It only informs; it blocks nothing. */
export function Readiness({ settings }: { settings: Settings }) {
  const t = useWords(organizationWords);
  const known = useChecks(settings).filter(({ ok, isLoading }) => ok !== undefined || isLoading);
  if (known.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {t('before')}
      </Text>
      <List spacing={6} size="sm" listStyleType="none" withPadding={false}>
        {known.map(({ ok, isLoading, words, to }) => (
          <List.Item key={to ?? words} aria-busy={isLoading}>
            <Group gap="xs" wrap="nowrap" align="flex-start" style={isLoading ? { visibility: 'hidden' } : undefined}>
              <ThemeIcon size={20} radius="xl" variant="light" color={ok ? 'green' : 'orange'} aria-hidden>
                {ok ? <IconCheck size={13} /> : <IconAlertTriangle size={13} />}
              </ThemeIcon>
              <span>
                <span className="visually-hidden">{t(ok ? 'done' : 'open')}: </span>
                {!ok && to ? (
                  <Anchor component={Link} to={to} inherit underline="always">
                    {words}
                  </Anchor>
                ) : (
                  words
                )}
              </span>
            </Group>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function useChecks(settings: Settings): Check[] {
  const t = useWords(organizationWords);
  const documents = useLoaded(listDocuments, { query: { retrievable: true, limit: 1 } });
  const { connected, isLoading } = useConnectedChannel();
  const found = documents.data && documents.data.items.length > 0;
  const destination = settings.default_destination_id !== null;
  return [
    {
      ok: found,
      isLoading: documents.isLoading,
      words: t(found === false ? 'documentsMissing' : 'documentsFound'),
      to: '/knowledge',
    },
    { ok: connected, isLoading, words: t(connected === false ? 'channelMissing' : 'channelReady'), to: '/channels' },
    { ok: destination, words: t(destination ? 'destinationSet' : 'destinationMissing') },
    { ok: settings.disclosure.enabled, words: t(settings.disclosure.enabled ? 'disclosed' : 'undisclosed') },
  ];
}

/** Whether any channel can receive and send; undefined if that is not known. */
function useConnectedChannel(): { connected: boolean | undefined; isLoading: boolean } {
  const chatdesk = useLoaded(getChatdeskStatus, {});
  const ticketdesk = useLoaded(getTicketdeskStatus, {});
  const domains = useLoaded(listEmailDomains, { query: {} });
  const verified = domains.data?.items.some(({ status }) => status === 'verified');
  const ready = chatdesk.data?.status === 'ready' || ticketdesk.data?.status === 'ready' || verified;
  const isKnown = ready || (chatdesk.data && ticketdesk.data && domains.data);
  const isLoading = [chatdesk, ticketdesk, domains].some((each) => each.isLoading);
  return { connected: isKnown ? Boolean(ready) : undefined, isLoading: !isKnown && isLoading };
}
