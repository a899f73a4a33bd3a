import { listCustomers, listErasures, type Customer } from '@desk/contract/customers';
import type { ReplyOf } from '@desk/contract/endpoint';
import { Badge, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { momentTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { usePageSearch } from '../../ui/page/search.ts';
import { Address } from '../../ui/show/address.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { nameOf } from './customer.logic.ts';
import { customerWords } from './customers-words.ts';

/** Everybody who has written, and the erasures. */
export function CustomersPage() {
  const t = useWords(customerWords);
  const [search, change] = usePageSearch<{ q?: string }>();
  const q = search.q ?? '';
  const people = useLoadedList(
    listCustomers,
    { query: q ? { q } : {} },
    { live: ['conversation.updated'], keep: true },
  );
  const none = (
    <State icon={<IconUsers size={36} stroke={1.5} />} title={t(q ? 'noMatch' : 'none')} role="status">
      {t(q ? 'noMatchHint' : 'noneHint')}
    </State>
  );
  return (
    <Page title={t('title')} intro={t('intro')} back={{ to: '/inbox', label: t('inbox') }}>
      <SearchField q={q} onSearch={(text) => change({ q: text })} />
      <Loaded query={people} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => <People rows={rows} />}
      </Loaded>
      <LoadMore query={people} />
      <Erasures />
    </Page>
  );
}

function SearchField({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const t = useWords(customerWords);
  const [text, setText] = useState(q);
  const apply = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      type="search"
      maw={420}
      mb="md"
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value.trim());
      }}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={16} />}
    />
  );
}

function People({ rows }: { rows: readonly Customer[] }) {
  const t = useWords(customerWords);
  return (
    <DataTable
      label={t('title')}
      rows={rows}
      keyOf={({ id }) => id}
      to={({ id }) => `/customers/${id}`}
      columns={[
        { key: 'name', title: t('name'), cell: (customer) => <bdi>{nameOf(customer) ?? t('unknown')}</bdi> },
        { key: 'email', title: t('address'), cell: ({ email }) => (email === null ? '–' : <Address of={email} />) },
        { key: 'channels', title: t('channels'), cell: (customer) => <Channels customer={customer} /> },
        {
          key: 'conversations',
          title: t('conversations'),
          cell: (customer) => t('openOf', { open: customer.open_conversations, all: customer.conversations }),
        },
        { key: 'last', title: t('lastContact'), cell: ({ last_contact_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}

function Channels({ customer }: { customer: Customer }) {
  const t = useWords(inboxWords);
  const channels = [...new Set(customer.identities.map(({ channel }) => channel))];
  return (
    <Group gap={4}>
      {channels.map((channel) => (
        <Badge key={channel} variant="light" color="gray">
          {t(`short_${channel}`)}
        </Badge>
      ))}
    </Group>
  );
}

/** Shown only if there are any, or if nobody knows. */
function Erasures() {
  const t = useWords(customerWords);
  const [watching, setWatching] = useState(false);
  const erasures = useLoadedList(
    listErasures,
    { query: { limit: 20 } },
    { live: ['conversation.updated'], every: watching && 5_000 },
  );
  const isUnderWay = erasures.data?.some(({ status }) => status === 'pending') ?? false;
  if (isUnderWay !== watching) setWatching(isUnderWay);
  if (erasures.data ? erasures.data.length === 0 : !erasures.error) return null;
  return (
    <section aria-label={t('erasures')}>
      <Title order={2} size="h4" mt="xl">
        {t('erasures')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('erasuresHint')}
      </Text>
      <Loaded query={erasures}>{(rows) => <ErasureTable rows={rows} />}</Loaded>
      <LoadMore query={erasures} />
    </section>
  );
}

function ErasureTable({ rows }: { rows: ReplyOf<typeof listErasures>['items'] }) {
  const t = useWords(customerWords);
  return (
    <DataTable
      label={t('erasures')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', title: t('requested'), cell: ({ requested_at: at }) => <Time at={at} /> },
        {
          key: 'state',
          title: t('state'),
          cell: ({ finished_at: at }) => (at ? t('done', { time: momentTime(at) }) : t('pending')),
        },
        {
          key: 'removed',
          title: t('removed'),
          cell: ({ counts }) =>
            t('removedOf', {
              n: counts['conversations'] ?? 0,
              m: counts['messages'] ?? 0,
              f: counts['files'] ?? 0,
            }),
        },
      ]}
    />
  );
}
