import { IconBook2 } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { knowledgeWords } from './knowledge-words.ts';

export const knowledgeSection: Section = {
  key: 'k',
  path: '/knowledge',
  icon: IconBook2,
  label: () => knowledgeWords('section'),
};
