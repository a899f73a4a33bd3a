import type { ChannelEvent } from '@desk/contract/channel-log';
import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { useMay } from '../../ui/states/forbidden.tsx';
import { logWords, wordsOfReason } from './log-words.ts';
import { operations } from './operations.ts';
import { WhyStopped } from './why-stopped.tsx';

const colors = { accepted: 'green', ignored: 'gray', refused: 'red', dead: 'orange' } as const;

/** Every event that arrived on the channel, with its result; refused requests are counted by the hour. For admins. */
export function EventLog({ channel }: { channel: keyof typeof operations }) {
  const t = useWords(logWords);
  const k = useWords(kitWords);
  const may = useMay('workspace_admin');
  const events = useLoadedList(operations[channel], { query: { limit: 25 } }, { enabled: may, every: 15_000 });
  if (!may) return null;
  return (
    <section aria-label={t('log')}>
      <Title order={2} size="h5" mb="xs">
        {t('log')}
      </Title>
      <Loaded query={events} empty={{ when: (rows) => rows.length === 0, show: <Text size="sm">{t('nothing')}</Text> }}>
        {(rows) => (
          <>
            <DataTable
              label={t('log')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { key: 'at', title: t('at'), cell: ({ at }) => <Time at={at} /> },
                { key: 'kind', title: t('what'), cell: (row) => <EventSubject event={row} /> },
                {
                  key: 'state',
                  title: t('became'),
                  cell: ({ decision_id: decisionId, copy_decision_id: copyId, ...event }) => (
                    <>
                      <EventState event={event} /> {decisionId && <WhyStopped decisionId={decisionId} />}{' '}
                      {copyId && <WhyStopped decisionId={copyId} label={t('whyCopy')} />}
                    </>
                  ),
                },
              ]}
            />
            {events.hasNextPage && (
              <Group justify="center" mt="sm">
                <Button
                  size="xs"
                  variant="default"
                  loading={events.isFetchingNextPage}
                  onClick={() => void events.fetchNextPage()}
                >
                  {k('loadMore')}
                </Button>
              </Group>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** An event without effect has the state of an accepted one; this shows it as ignored, with the reason. */
function EventState({ event }: { event: Pick<ChannelEvent, 'state' | 'reason' | 'ignored_because'> }) {
  const t = useWords(logWords);
  const { state, reason, ignored_because: because } = event;
  const shown = because === undefined ? state : 'ignored';
  const why = because ?? reason;
  return (
    <>
      <Badge color={colors[shown]} variant="light">
        {t(`state_${shown}`)}
      </Badge>{' '}
      {why && wordsOfReason(why)}
    </>
  );
}

function EventSubject({ event }: { event: ChannelEvent }) {
  const { kind, count, conversation_id: conversation, customer_name: customer, subject } = event;
  const t = useWords(logWords);
  if (conversation) {
    return (
      <Anchor component={Link} to={`/inbox/${conversation}`} size="sm">
        <bdi>{[customer, subject].filter(Boolean).join(' · ') || t('conversation')}</bdi>
      </Anchor>
    );
  }
  return <>{kind === 'calls' ? t('calls', { n: count }) : t(`kind_${kind}`)}</>;
}
