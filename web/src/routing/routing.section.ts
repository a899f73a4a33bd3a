import { IconRoute } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { routingWords } from './words/routing-words.ts';

export const routingSection: Section = {
  key: 'r',
  path: '/routing',
  icon: IconRoute,
  label: () => routingWords('section'),
};
