import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { validationWords } from './validation-words.ts';

const places = ['playground', 'simulate', 'suite', 'runs'] as const;

export function ValidationTabs() {
  const t = useWords(validationWords);
  const { pathname } = useLocation();
  const here = places.find((place) => pathname.includes(`/${place}`)) ?? 'playground';
  return (
    <nav className="section-tabs" aria-label={t('section')}>
      {places.map((place) => (
        <Link key={place} to={`/validation/${place}`} aria-current={place === here ? 'page' : undefined}>
          {t(place)}
        </Link>
      ))}
    </nav>
  );
}
