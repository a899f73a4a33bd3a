import {
  listWebhookDeliveries,
  readWebhookDelivery,
  retryWebhookDelivery,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@desk/contract/webhooks';
import { Badge, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { loaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { number } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { webhookWords } from './webhooks-words.ts';

const colors = { pending: 'blue', delivered: 'green', failed: 'red', dropped: 'gray' } as const;

/** Only pending deliveries change by themselves; the others are read once. */
const whileWaiting = (read: readonly WebhookDelivery[] = []) =>
  read.some(({ state }) => state === 'pending') ? 5_000 : (false as const);

/** Every page that was read; while a delivery is pending, the first page is read again and again. */
function useDeliveries(id: string) {
  const first = { params: { id }, query: { limit: 20 } };
  const list = useLoadedList(listWebhookDeliveries, first);
  const waits = whileWaiting(list.data) !== false;
  const newest = useQuery({
    ...loaded(listWebhookDeliveries, first, { enabled: waits }),
    refetchInterval: ({ state: { data } }) => whileWaiting(data?.items),
  });
  const fresh = waits ? (newest.data?.items ?? []) : [];
  const isFresh = new Set(fresh.map((row) => row.id));
  const data = list.data && [...fresh, ...list.data.filter((row) => !isFresh.has(row.id))];
  return { ...list, data };
}

/** The log of a webhook: each delivery with its result, its attempts, and a button that sends it again. */
export function Deliveries({ endpoint: { id, enabled, replaying } }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const list = useDeliveries(id);
  // A replay makes its deliveries after it was begun, and it may be over before any of them is seen to wait.
  const wasReplaying = useRef(replaying);
  useEffect(() => {
    if (wasReplaying.current && !replaying) void list.refetch();
    wasReplaying.current = replaying;
  }, [replaying]);
  // Kept while the dialog closes, so that it does not become empty before it is gone.
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
  const openFor = (row: WebhookDelivery) => {
    setShown(row);
    open();
  };
  const none = <Text size="sm">{t('logEmpty')}</Text>;
  return (
    <>
      <Loaded query={list} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => (
          <DataTable
            label={t('log')}
            wide
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { key: 'at', title: t('at'), cell: ({ created_at: at }) => <Time at={at} /> },
              {
                key: 'event',
                title: t('event'),
                cell: ({ event }) => event.type,
                under: ({ cause, event }) => t(`cause_${cause}`, { id: event.id }),
              },
              { key: 'result', title: t('result'), cell: (row) => <Result delivery={row} /> },
              { key: 'attempts', title: t('attempts'), align: 'end', cell: ({ attempts }) => number(attempts.length) },
              {
                key: 'actions',
                title: '',
                align: 'end',
                cell: (row) => (
                  <RowActions endpointId={id} {...{ delivery: row, enabled }} onOpen={() => openFor(row)} />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={list} />
      {shown && <Details endpointId={id} {...{ shown, isOpen }} onClose={close} />}
    </>
  );
}

function Result({ delivery: { state, attempts, next_attempt_at: next } }: { delivery: WebhookDelivery }) {
  const t = useWords(webhookWords);
  const last = attempts.at(-1);
  return (
    <Group gap="xs">
      <Badge color={colors[state]} variant="light">
        {t(state)}
      </Badge>
      {last && <Outcome attempt={last} />}
      {state === 'pending' && last && next && (
        <Text size="sm">
          {t('nextAttempt')} <Time at={next} />
        </Text>
      )}
    </Group>
  );
}

function Outcome({ attempt: { outcome, status } }: { attempt: WebhookAttempt }) {
  const t = useWords(webhookWords);
  return <Text size="sm">{t(outcome === 'gone' ? 'isGone' : outcome, { status: status ?? '' })}</Text>;
}

interface RowActionsProps {
  endpointId: string;
  delivery: WebhookDelivery;
  enabled: boolean;
  onOpen: () => void;
}

function RowActions({ endpointId, delivery: { id, event }, enabled, onOpen }: RowActionsProps) {
  const t = useWords(webhookWords);
  const resend = useSave(retryWebhookDelivery, {
    refresh: ['listWebhookDeliveries', 'readWebhookDelivery'],
    done: t('resent'),
  });
  const named = { type: event.type, id: event.id };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={t('detailsOf', named)} onClick={onOpen}>
        {t('details')}
      </Button>
      <SavingButton
        size="compact-sm"
        variant="default"
        aria-label={t('resendOf', named)}
        disabled={!enabled}
        loading={resend.isPending}
        onClick={() => resend.mutate({ params: { id: endpointId, delivery_id: id } })}
      >
        {t('resend')}
      </SavingButton>
    </Group>
  );
}

interface DetailsProps {
  endpointId: string;
  shown: WebhookDelivery;
  isOpen: boolean;
  onClose: () => void;
}

function Details({ endpointId, shown, isOpen, onClose }: DetailsProps) {
  const t = useWords(webhookWords);
  const k = useWords(kitWords);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t('detailsTitle', { type: shown.event.type })}
      closeButtonProps={{ 'aria-label': k('close') }}
    >
      <Stack>
        <Text size="sm" fw={600}>
          {t('sent')}
        </Text>
        <Code block tabIndex={0} aria-label={t('sent')} style={wrapping}>
          {JSON.stringify(shown.event, null, 2)}
        </Code>
        <Attempts params={{ id: endpointId, delivery_id: shown.id }} />
      </Stack>
    </Modal>
  );
}

// The list has only the last response of each delivery.
function Attempts({ params }: { params: { id: string; delivery_id: string } }) {
  const t = useWords(webhookWords);
  const delivery = useQuery({
    ...loaded(readWebhookDelivery, { params }),
    refetchInterval: ({ state: { data } }) => whileWaiting(data && [data]),
  });
  return (
    <Loaded
      query={delivery}
      empty={{ when: ({ attempts }) => attempts.length === 0, show: <Text size="sm">{t('noAttempt')}</Text> }}
    >
      {({ attempts }) => attempts.map((attempt) => <Attempt key={attempt.at} attempt={attempt} />)}
    </Loaded>
  );
}

const wrapping = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const t = useWords(webhookWords);
  return (
    <div>
      <Group gap="xs">
        <Text size="sm">
          <Time at={attempt.at} />
        </Text>
        <Outcome attempt={attempt} />
        <Text size="sm" c="dimmed">
          {t('latency', { ms: number(attempt.latency_ms) })}
        </Text>
      </Group>
      {attempt.response && (
        <Code block tabIndex={0} aria-label={t('response')} style={wrapping} mt={4}>
          {attempt.response}
        </Code>
      )}
    </div>
  );
}
