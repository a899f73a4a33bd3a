import { IconBroadcast } from '@tabler/icons-react';
import type { Section } from '../ui/page/page-definition.ts';
import { channelWords } from './channels-words.ts';

export const channelSection: Section = {
  key: 'n',
  path: '/channels',
  icon: IconBroadcast,
  label: () => channelWords('section'),
};
