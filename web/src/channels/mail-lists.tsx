import { deliverUnroutableMail, listUnroutableMail } from '@desk/contract/channel-log';
import { deleteSuppression, listSuppressions } from '@desk/contract/suppressions';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { SavingButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { DataTable } from '../ui/show/data-table.tsx';
import { LoadMore } from '../ui/show/load-more.tsx';
import { Time } from '../ui/show/time.tsx';
import { useMay } from '../ui/states/forbidden.tsx';
import { logWords } from './log/log-words.ts';

/** For admins: addresses that bounced, and mail that matches no address of ours. */
export function MailLists() {
  const may = useMay('workspace_admin');
  return may ? (
    <>
      <Suppressions />
      <Unroutable />
    </>
  ) : null;
}

function Suppressions() {
  const t = useWords(logWords);
  const list = useLoadedList(listSuppressions, { query: { limit: 200 } });
  const lift = useSave(deleteSuppression, { refresh: ['listSuppressions'], done: t('lifted') });
  const none = <Text size="sm">{t('noneSuppressed')}</Text>;
  return (
    <ListPart title={t('suppressed')} hint={t('suppressedHint')}>
      <Loaded query={list} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => (
          <DataTable
            label={t('suppressed')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { key: 'address', title: t('address'), cell: ({ address }) => address },
              { key: 'reason', title: t('reason'), cell: ({ reason }) => reason },
              { key: 'at', title: t('at'), cell: ({ created_at: at }) => <Time at={at} /> },
              {
                key: 'lift',
                title: '',
                align: 'end',
                cell: ({ id, address }) => (
                  <SavingButton
                    size="compact-sm"
                    variant="default"
                    title={t('liftOf', { address })}
                    loading={lift.isPending}
                    onClick={() => lift.mutate({ params: { id } })}
                  >
                    {t('lift')}
                  </SavingButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={list} />
    </ListPart>
  );
}

/** Shown only if there is such mail, which is rare. */
function Unroutable() {
  const t = useWords(logWords);
  const list = useLoadedList(listUnroutableMail, { query: { limit: 200 } });
  const take = useSave(deliverUnroutableMail, { refresh: ['listUnroutableMail', 'listEmailEvents'], done: t('taken') });
  if (!list.data?.length) return null;
  return (
    <ListPart title={t('unroutable')} hint={t('unroutableHint')}>
      <DataTable
        label={t('unroutable')}
        rows={list.data}
        keyOf={({ id }) => id}
        columns={[
          { key: 'from', title: t('from'), cell: ({ from }) => from ?? '' },
          { key: 'to', title: t('to'), cell: ({ to }) => <bdi>{to.join(', ')}</bdi> },
          { key: 'at', title: t('at'), cell: ({ at }) => <Time at={at} /> },
          {
            key: 'take',
            title: '',
            align: 'end',
            cell: ({ id, from }) => (
              <SavingButton
                size="compact-sm"
                variant="default"
                title={t('takeOf', { from })}
                loading={take.isPending}
                onClick={() => take.mutate({ params: { id } })}
              >
                {t('take')}
              </SavingButton>
            ),
          },
        ]}
      />
      <LoadMore query={list} />
    </ListPart>
  );
}

function ListPart({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
    </section>
  );
}
