import { IconFlask2 } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { validationWords } from './validation-words.ts';

export const validationSection: Section = {
  key: 'v',
  path: '/validation',
  icon: IconFlask2,
  label: () => validationWords('section'),
};
