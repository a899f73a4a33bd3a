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
  /** Undefined while it is loading. */
  ok: boolean | undefined;
  words: string;
  /** The page where it can be fixed; undefined for a field further down this page. */
  to?: string;
}

/** What should be in place before the AI answers customers. It only informs; it blocks nothing. */
export function Readiness({ settings }: { settings: Settings }) {
  const t = useWords(organizationWords);
  const known = useChecks(settings).filter(({ ok }) => ok !== undefined);
  if (known.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {t('before')}
      </Text>
      <List spacing={6} size="sm" listStyleType="none" withPadding={false}>
        {known.map(({ ok, words, to }) => (
          <List.Item key={words}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
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
  const connected = useConnectedChannel();
  const found = documents.data && documents.data.items.length > 0;
  const destination = settings.default_destination_id !== null;
  return [
    { ok: found, words: t(found ? 'documentsFound' : 'documentsMissing'), to: '/knowledge' },
    { ok: connected, words: t(connected ? 'channelReady' : 'channelMissing'), to: '/channels' },
    { ok: destination, words: t(destination ? 'destinationSet' : 'destinationMissing') },
    { ok: settings.disclosure.enabled, words: t(settings.disclosure.enabled ? 'disclosed' : 'undisclosed') },
  ];
}

/** Whether any channel can receive and send; undefined while loading. */
function useConnectedChannel(): boolean | undefined {
  const chatdesk = useLoaded(getChatdeskStatus, {});
  const ticketdesk = useLoaded(getTicketdeskStatus, {});
  const domains = useLoaded(listEmailDomains, { query: {} });
  const verified = domains.data?.items.some(({ status }) => status === 'verified');
  if (chatdesk.data?.status === 'ready' || ticketdesk.data?.status === 'ready' || verified) return true;
  return chatdesk.data && ticketdesk.data && domains.data ? false : undefined;
}
