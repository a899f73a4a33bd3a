import './shell.css';
import { AppShell, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { isStale, watchVersion } from '../api/version.ts';
import { useOnline } from '../ui/data/online.ts';
import { useStanding } from '../ui/data/use-standing.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { listenToKeys, useCommands } from '../ui/keys/commands.ts';
import { openPalette, Palette } from '../ui/keys/palette.tsx';
import { ShortcutSheet } from '../ui/keys/shortcut-sheet.tsx';
import type { Section } from '../ui/page/page-definition.ts';
import { toggleExactTimes, useExactTimes } from '../ui/show/time.tsx';
import { toast } from '../ui/show/toast.tsx';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { curlOf } from './curl.ts';
import { ReadingBar, StaleBanner } from './freshness.tsx';
import { Header } from './header.tsx';
import { useLiveUpdates } from './live.ts';
import { Navigation } from './navigation.tsx';
import { NoMembership } from './system-pages.tsx';
import { shellWords } from './shell-words.ts';
import { useThemeToggle } from './theme-toggle.tsx';

// Only for organization admins.
const DeletionBanner = lazyPart(async () => (await import('./deletion-banner.tsx')).DeletionBanner);

/** The frame around every page of signed-in people. */
export function Shell({ sections }: { sections: readonly Section[] }) {
  const t = useWords(shellWords);
  const [opened, navigation] = useDisclosure(false);
  const [sheet, sheetIs] = useDisclosure(false);
  const navigate = useNavigate();
  const standing = useStanding();
  const membership = standing.kind === 'in' ? standing.membership : null;
  useLiveUpdates(useQueryClient(), membership?.organization.id);
  useShellCommands(sections, sheetIs.toggle);
  useEffect(listenToKeys, []);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: { sm: 96, md: 212 }, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      transitionDuration={0}
    >
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Header opened={opened} onToggle={navigation.toggle} onShortcuts={sheetIs.open} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="div">
        <Navigation sections={sections} onFollow={navigation.close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className="shell-main" tabIndex={-1}>
        <ReadingBar />
        <Banners />
        {membership?.role === 'org_admin' && (
          <Suspense>
            <DeletionBanner />
          </Suspense>
        )}
        {standing.kind === 'in' && !membership ? <NoMembership email={standing.me.email} /> : <Outlet />}
      </AppShell.Main>
      <Palette
        search={(words) => ({
          label: t('searchConversations', { words }),
          run: () =>
            void navigate({ to: '/inbox/{-$id}', params: { id: undefined }, search: { view: 'all', q: words } }),
        })}
      />
      <ShortcutSheet opened={sheet} onClose={sheetIs.close} />
    </AppShell>
  );
}

function useShellCommands(sections: readonly Section[], toggleSheet: () => void): void {
  const t = useWords(shellWords);
  const k = useWords(kitWords);
  const navigate = useNavigate();
  const { toggle } = useThemeToggle();
  const cache = useQueryClient();
  const exact = useExactTimes();
  useCommands([
    ...sections.map(({ key, path, label }) => ({
      keys: `g ${key}`,
      label: t('goTo', { section: label() }),
      group: t('navigate'),
      run: () => void navigate({ to: path }),
    })),
    { keys: 'ctrl+k', label: k('openPalette'), group: k('general'), run: openPalette, keyOnly: true, everywhere: true },
    { keys: '?', label: k('showShortcuts'), group: k('general'), run: toggleSheet },
    { keys: null, label: t('toggleTheme'), group: k('general'), run: toggle },
    { keys: 'e', label: t(exact ? 'relativeTimes' : 'exactTimes'), group: k('general'), run: toggleExactTimes },
    {
      keys: null,
      label: t('copyCurl'),
      group: k('general'),
      run: () => void navigator.clipboard.writeText(curlOf(cache, location.origin)).then(() => toast(k('copied'))),
    },
  ]);
}

function Banners() {
  const t = useWords(shellWords);
  const k = useWords(kitWords);
  const online = useOnline();
  const stale = useSyncExternalStore(watchVersion, isStale);
  return (
    <>
      {stale && (
        <div className="shell-banner" role="status">
          {t('stale')}
          <Button size="compact-sm" onClick={() => location.reload()}>
            {k('reload')}
          </Button>
        </div>
      )}
      {!online && (
        <div className="shell-banner" role="status">
          {t('offlineHint')}
        </div>
      )}
      <StaleBanner />
    </>
  );
}
