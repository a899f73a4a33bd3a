import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { chooseOrganization } from '../api/session.ts';
import { useStanding } from '../ui/data/use-standing.ts';
import { useWords } from '../ui/i18n/words.ts';
import { shellWords } from './shell-words.ts';
import { signOut } from './sign-out.ts';

export function ProfileMenu() {
  const t = useWords(shellWords);
  const standing = useStanding();
  const navigate = useNavigate();
  if (standing.kind !== 'in') return null;
  const { name, email } = standing.me;
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar name={name} color="indigo" size={30} aria-hidden />
          <span className="visually-hidden">{`${t('account')}: ${name}`}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {email}
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: '/settings/profile' })}>
          {t('profile')}
        </Menu.Item>
        <OrganizationItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OrganizationItems() {
  const t = useWords(shellWords);
  const standing = useStanding();
  if (standing.kind !== 'in' || standing.me.memberships.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('organizations')}</Menu.Label>
      {standing.me.memberships.map(({ id, organization }) => (
        <Menu.Item
          key={id}
          onClick={() => void chooseOrganization(organization.id)}
          rightSection={standing.membership?.id === id ? <IconCheck size={16} /> : null}
        >
          {organization.name}
        </Menu.Item>
      ))}
    </>
  );
}
