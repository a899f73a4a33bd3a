import { listConversations } from '@desk/contract/conversations';
import { getCustomer, type Customer } from '@desk/contract/customers';
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { momentTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { breakable } from '../../ui/theme/breakable.ts';
import { LoadedPage } from '../../ui/page/loaded-page.tsx';
import { Address } from '../../ui/show/address.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { nameOf, writtenOf } from './customer.logic.ts';
import { customerWords } from './customers-words.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** One person across channels: who they are, what they asked, and what may be done about them. */
export function CustomerPage() {
  const t = useWords(customerWords);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const customer = useLoaded(getCustomer, { params: { id } }, { live: ['conversation.updated'] });
  const shownName = (found: Customer) => nameOf(found) ?? t('unknown');
  return (
    <LoadedPage
      query={customer}
      kind={t('customer')}
      title={shownName}
      back={{ to: '/customers', label: t('back') }}
      actions={(found) => <Actions customer={found} name={shownName(found)} />}
    >
      {(found) => <Shown customer={found} />}
    </LoadedPage>
  );
}

function Actions({ customer, name }: { customer: Customer; name: string }) {
  const t = useWords(customerWords);
  const [editing, edit] = useDisclosure(false);
  const [merging, merge] = useDisclosure(false);
  const [erasing, erase] = useDisclosure(false);
  return (
    <Group gap="xs">
      <Button variant="default" onClick={edit.open}>
        {t('edit')}
      </Button>
      <Button variant="default" onClick={merge.open}>
        {t('merge')}
      </Button>
      <Needs role="org_admin">
        {(disabled) => (
          <Button variant="light" color="red" disabled={disabled} onClick={erase.open}>
            {t('erase')}
          </Button>
        )}
      </Needs>
      <EditDialog customer={customer} opened={editing} onClose={edit.close} />
      <MergeDialog customer={customer} opened={merging} onClose={merge.close} />
      <EraseDialog customer={customer} name={name} opened={erasing} onClose={erase.close} />
    </Group>
  );
}

function Shown({ customer }: { customer: Customer }) {
  const t = useWords(customerWords);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('since', { time: momentTime(customer.created_at) })} · {t('lastContact')}{' '}
        <Time at={customer.last_contact_at} />
      </Text>
      <Part title={t('identities')} hint={t('identitiesHint')}>
        <Identities customer={customer} />
      </Part>
      <Part title={t('attributes')}>
        <Attributes customer={customer} />
      </Part>
      <Part title={t('conversations')} hint={t('conversationsHint')}>
        <Conversations id={customer.id} />
      </Part>
    </>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mt="xl">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs" maw={720}>
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}

function Identities({ customer }: { customer: Customer }) {
  const t = useWords(customerWords);
  return (
    <DataTable
      wide
      label={t('identities')}
      rows={customer.identities}
      keyOf={({ id }) => id}
      columns={[
        { key: 'channel', title: t('channel'), cell: ({ channel }) => t(channel) },
        { key: 'name', title: t('name'), cell: ({ name }) => <bdi>{name ?? '–'}</bdi> },
        { key: 'email', title: t('address'), cell: ({ email }) => (email === null ? '–' : <Address of={email} />) },
        {
          key: 'external',
          title: t('externalId'),
          cell: ({ external_id: external }) => (external === null ? '–' : <bdi style={breakable}>{external}</bdi>),
        },
        {
          key: 'proof',
          title: t('proof'),
          cell: ({ verified }) => (
            <Badge variant="light" color={verified ? 'green' : 'gray'}>
              {t(verified ? 'proven' : 'unproven')}
            </Badge>
          ),
        },
        { key: 'last', title: t('lastContact'), cell: ({ last_contact_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}

function Attributes({ customer }: { customer: Customer }) {
  const t = useWords(customerWords);
  const rows = writtenOf(customer.attributes);
  if (rows.length === 0) return <Text size="sm">{t('noAttributes')}</Text>;
  return (
    <DataTable
      label={t('attributes')}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', title: t('attribute'), cell: ({ name }) => <bdi>{name}</bdi> },
        {
          key: 'value',
          title: t('value'),
          cell: ({ value }) => <bdi style={breakable}>{value}</bdi>,
        },
      ]}
    />
  );
}

function Conversations({ id }: { id: string }) {
  const t = useWords(customerWords);
  const list = useLoadedList(
    listConversations,
    { query: { customer_id: id, sort: 'updated_at', limit: 20 } },
    { live: ['conversation.updated'] },
  );
  const none = <Text size="sm">{t('noConversations')}</Text>;
  return (
    <>
      <Loaded query={list} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => (
          <DataTable
            label={t('conversations')}
            rows={rows}
            keyOf={(row) => row.id}
            to={(row) => `/inbox/${row.id}`}
            columns={[
              {
                key: 'subject',
                title: t('subject'),
                cell: (row) => (
                  <bdi style={breakable}>{row.subject?.trim() || row.customer_words?.slice(0, 80) || '–'}</bdi>
                ),
              },
              { key: 'channel', title: t('channel'), cell: ({ channel }) => t(channel) },
              { key: 'status', title: t('status'), cell: ({ status }) => t(`status_${status}`) },
              { key: 'updated', title: t('updated'), cell: ({ updated_at: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={list} />
    </>
  );
}
