import { IconSettings } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { settingsWords } from './settings-words.ts';

export const settingsSection: Section = {
  key: 's',
  path: '/settings',
  icon: IconSettings,
  label: () => settingsWords('section'),
};
