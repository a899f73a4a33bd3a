import { deleteMember, listMembers, type Member } from '@desk/contract/members';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useStanding } from '../../ui/data/use-standing.ts';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Address } from '../../ui/show/address.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Part } from '../settings-page.tsx';
import { EditMember } from './edit-member.tsx';
import { peopleWords } from './people-words.ts';
import { mayManage } from './people.logic.ts';

export function MembersPart() {
  const t = useWords(peopleWords);
  const members = useLoadedList(listMembers, { query: {} });
  const [edited, setEdited] = useState<Member | null>(null);
  return (
    <Part wide title={t('members')}>
      <Loaded query={members} skeleton={<SkeletonLines lines={4} />}>
        {(rows) => <MembersTable rows={rows} onEdit={setEdited} />}
      </Loaded>
      <LoadMore query={members} />
      <EditMember member={edited} onClose={() => setEdited(null)} />
    </Part>
  );
}

function MembersTable({ rows, onEdit }: { rows: readonly Member[]; onEdit: (member: Member) => void }) {
  const t = useWords(peopleWords);
  const k = useWords(kitWords);
  const standing = useStanding();
  const own = standing.kind === 'in' ? standing : null;
  return (
    <DataTable
      label={t('members')}
      wide
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          cell: ({ user }) => (
            <>
              <Group gap="xs">
                {user.name}
                {user.id === own?.me.id && <Badge variant="light">{t('you')}</Badge>}
              </Group>
              <Text size="xs" c="dimmed">
                <Address of={user.email} />
              </Text>
            </>
          ),
        },
        { key: 'role', title: t('role'), cell: ({ role }) => k(`role_${role}`) },
        {
          key: 'workspace',
          title: t('workspace'),
          cell: ({ workspace }) => <bdi>{workspace?.name ?? t('allWorkspaces')}</bdi>,
        },
        { key: 'since', title: t('joined'), cell: ({ created_at: at }) => <Time at={at} /> },
        {
          key: 'actions',
          title: '',
          align: 'end',
          cell: (row) =>
            mayManage(own?.membership ?? null, row) && (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('changeOf', { name: row.user.name })}
                  onClick={() => onEdit(row)}
                >
                  {t('change')}
                </Button>
                {row.user.id !== own?.me.id && <Remove member={row} />}
              </Group>
            ),
        },
      ]}
    />
  );
}

function Remove({ member }: { member: Member }) {
  const t = useWords(peopleWords);
  const { name } = member.user;
  const remove = useSave(deleteMember, { refresh: ['listMembers'], done: t('removed', { name }) });
  const ask = async () => {
    const sure = await confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirm: t('remove'),
      dangerous: true,
    });
    if (sure) remove.mutate({ params: { id: member.id }, ifMatch: member.version });
  };
  return (
    <SavingButton
      size="compact-sm"
      variant="default"
      aria-label={t('removeOf', { name })}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {t('remove')}
    </SavingButton>
  );
}
