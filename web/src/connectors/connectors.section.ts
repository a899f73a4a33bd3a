import { IconPlugConnected } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { connectorSectionWords } from './words/section-words.ts';

export const connectorSection: Section = {
  key: 'c',
  path: '/connectors',
  icon: IconPlugConnected,
  label: () => connectorSectionWords('section'),
};
