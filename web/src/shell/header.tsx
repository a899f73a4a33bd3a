import { ActionIcon, Badge, Burger, Button, Menu, Tooltip } from '@mantine/core';
import { IconBook2, IconHelp, IconKeyboard, IconListCheck, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStanding } from '../ui/data/use-standing.ts';
import { useWords } from '../ui/i18n/words.ts';
import { KeyName } from '../ui/keys/key-name.tsx';
import { openPalette } from '../ui/keys/palette.tsx';
import { LivePill } from './live-pill.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { shellWords } from './shell-words.ts';
import { ThemeToggle } from './theme-toggle.tsx';

interface HeaderProps {
  opened: boolean;
  onToggle: () => void;
  onShortcuts: () => void;
}

export function Header({ opened, onToggle, onShortcuts }: HeaderProps) {
  const t = useWords(shellWords);
  return (
    <div className="shell-header">
      <Burger
        opened={opened}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t(opened ? 'closeNavigation' : 'openNavigation')}
      />
      <Link to="/" className="shell-product">
        {t('product')}
      </Link>
      <ScopeChip />
      <span className="shell-spacer" />
      <LivePill />
      <Button
        className="shell-wide"
        variant="subtle"
        color="gray"
        size="sm"
        leftSection={<IconSearch size={16} />}
        rightSection={<KeyName keys="ctrl+k" />}
        onClick={openPalette}
      >
        {t('search')}
      </Button>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('search')}
        onClick={openPalette}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <HelpMenu onShortcuts={onShortcuts} />
      <ThemeToggle />
      <ProfileMenu />
    </div>
  );
}

function ScopeChip() {
  const standing = useStanding();
  const membership = standing.kind === 'in' ? standing.membership : null;
  if (!membership) return null;
  const { organization, workspace } = membership;
  const text = workspace ? `${organization.name} · ${workspace.name}` : organization.name;
  return (
    <Tooltip label={text}>
      <Badge variant="light" className="shell-chip shell-wide" tt="none">
        {text}
      </Badge>
    </Tooltip>
  );
}

function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useWords(shellWords);
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('help')} className="shell-wide">
          <IconHelp size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconListCheck size={16} />} component={Link} to="/home">
          {t('gettingStarted')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<KeyName keys="?" />} onClick={onShortcuts}>
          {t('shortcuts')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBook2 size={16} />}
          component="a"
          href="/api/docs/"
          target="_blank"
          rel="noreferrer"
        >
          {t('apiDocs')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
