import type { Me, Membership } from '@desk/contract/access';
import { deleteMember } from '@desk/contract/members';
import { Badge, Button, Group } from '@mantine/core';
import { chooseOrganization, renewSession } from '../../api/session.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Part } from '../settings-page.tsx';
import { profileWords } from './profile-words.ts';

/** The person's organizations: the current one can be left, and another one can be opened. */
export function MembershipsPart({ me, openId }: { me: Me; openId: string | null }) {
  const t = useWords(profileWords);
  const k = useWords(kitWords);
  return (
    <Part title={t('memberships')} hint={t(me.memberships.length > 0 ? 'membershipsHint' : 'noMemberships')}>
      {me.memberships.length > 0 && (
        <DataTable
          label={t('memberships')}
          rows={me.memberships}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'organization',
              title: t('organization'),
              cell: ({ id, organization }) => (
                <Group gap="xs">
                  {organization.name}
                  {id === openId && <Badge variant="light">{t('current')}</Badge>}
                </Group>
              ),
            },
            { key: 'role', title: t('role'), cell: ({ role }) => k(`role_${role}`) },
            {
              key: 'workspace',
              title: t('workspace'),
              cell: ({ workspace }) => <bdi>{workspace?.name ?? t('allWorkspaces')}</bdi>,
            },
            {
              key: 'actions',
              title: '',
              align: 'end',
              cell: (row) => (row.id === openId ? <Leave membership={row} /> : <Switch membership={row} />),
            },
          ]}
        />
      )}
    </Part>
  );
}

function Switch({ membership: { organization } }: { membership: Membership }) {
  const t = useWords(profileWords);
  return (
    <Button variant="default" size="compact-sm" onClick={() => void chooseOrganization(organization.id)}>
      {t('switchTo', { name: organization.name })}
    </Button>
  );
}

function Leave({ membership: { id, organization } }: { membership: Membership }) {
  const t = useWords(profileWords);
  const { name } = organization;
  const leave = useSave(deleteMember, { saved: () => void renewSession() });
  const ask = async () => {
    const sure = await confirm({
      title: t('leaveTitle', { name }),
      text: t('leaveText'),
      confirm: t('leave'),
      dangerous: true,
    });
    if (sure) leave.mutate({ params: { id } });
  };
  return (
    <SavingButton
      variant="default"
      size="compact-sm"
      aria-label={t('leaveOf', { name })}
      loading={leave.isPending}
      onClick={() => void ask()}
    >
      {t('leave')}
    </SavingButton>
  );
}
