import { useLocation } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { SectionTabs } from '../ui/page/section-tabs.tsx';
import { routingWords } from './words/routing-words.ts';

const places = ['rules', 'tags', 'destinations', 'history'] as const;

export function RoutingTabs() {
  const t = useWords(routingWords);
  const { pathname } = useLocation();
  const here = places.find((place) => pathname.includes(place)) ?? 'rules';
  return (
    <SectionTabs
      label={t('section')}
      tabs={places.map((place) => ({ to: `/routing/${place}`, label: t(place), here: place === here }))}
    />
  );
}
