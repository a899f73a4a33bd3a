import { useLocation } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { SectionTabs } from '../ui/page/section-tabs.tsx';
import { validationWords } from './validation-words.ts';

const places = ['playground', 'simulate', 'suite', 'runs'] as const;

export function ValidationTabs() {
  const t = useWords(validationWords);
  const { pathname } = useLocation();
  const here = places.find((place) => pathname.includes(`/${place}`)) ?? 'playground';
  return (
    <SectionTabs
      label={t('section')}
      tabs={places.map((place) => ({ to: `/validation/${place}`, label: t(place), here: place === here }))}
    />
  );
}
