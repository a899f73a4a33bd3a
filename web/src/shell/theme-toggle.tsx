import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useWords } from '../ui/i18n/words.ts';
import { shellWords } from './shell-words.ts';

/** Switches between light and dark; the system's scheme applies until the person chooses. */
export function useThemeToggle(): { dark: boolean; toggle: () => void } {
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  return { dark, toggle: () => setColorScheme(dark ? 'light' : 'dark') };
}

export function ThemeToggle() {
  const t = useWords(shellWords);
  const { dark, toggle } = useThemeToggle();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggle}
      aria-label={t(dark ? 'themeLight' : 'themeDark')}
    >
      {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}
