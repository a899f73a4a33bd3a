import { IconChartBar } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { reportsSectionWords } from './section-words.ts';

export const reportSection: Section = {
  key: 'p',
  path: '/reports',
  icon: IconChartBar,
  label: () => reportsSectionWords('section'),
};
