import { deleteInvitation, listInvitations, type Invitation } from '@desk/contract/invitations';
import { Badge, Text } from '@mantine/core';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Address } from '../../ui/show/address.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Part } from '../settings-page.tsx';
import { peopleWords } from './people-words.ts';

const colors = { pending: 'indigo', accepted: 'green', expired: 'gray' } as const;

export function InvitationsPart() {
  const t = useWords(peopleWords);
  const k = useWords(kitWords);
  const invitations = useLoadedList(listInvitations, { query: {} });
  const nobody = <Text size="sm">{t('noInvitations')}</Text>;
  return (
    <Part wide title={t('invitations')} hint={t('invitationsHint')}>
      <Loaded
        query={invitations}
        skeleton={<SkeletonLines lines={1} />}
        empty={{ when: (rows) => rows.length === 0, show: nobody }}
      >
        {(rows) => (
          <DataTable
            label={t('invitations')}
            wide
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { key: 'email', title: t('email'), cell: ({ email }) => <Address of={email} /> },
              { key: 'role', title: t('role'), cell: ({ role }) => k(`role_${role}`) },
              {
                key: 'state',
                title: t('state'),
                cell: ({ state }) => (
                  <Badge variant="light" color={colors[state]}>
                    {t(`state_${state}`)}
                  </Badge>
                ),
              },
              { key: 'by', title: t('invitedBy'), cell: ({ invited_by: by }) => <bdi>{by.name}</bdi> },
              {
                key: 'expires',
                title: t('expires'),
                cell: ({ state, expires_at: at }) => (state === 'accepted' ? '–' : <Time at={at} />),
              },
              { key: 'actions', title: '', align: 'end', cell: (row) => <TakeBack invitation={row} /> },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={invitations} />
    </Part>
  );
}

function TakeBack({ invitation: { id, email, state } }: { invitation: Invitation }) {
  const t = useWords(peopleWords);
  const isPending = state === 'pending';
  const done = t(isPending ? 'withdrawn' : 'unlisted');
  const remove = useSave(deleteInvitation, { refresh: ['listInvitations'], done });
  const ask = async () => {
    const question = { title: t('withdrawTitle', { email }), text: t('withdrawText'), confirm: t('withdraw') };
    // A used or expired invitation is only removed from the list, without a confirmation.
    if (isPending && !(await confirm({ ...question, dangerous: true }))) return;
    remove.mutate({ params: { id } });
  };
  return (
    <SavingButton
      size="compact-sm"
      variant="default"
      aria-label={t(isPending ? 'withdrawOf' : 'unlistOf', { email })}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {t(isPending ? 'withdraw' : 'remove')}
    </SavingButton>
  );
}
