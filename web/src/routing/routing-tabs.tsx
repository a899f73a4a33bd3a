import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { routingWords } from './words/routing-words.ts';

const places = ['rules', 'tags', 'destinations', 'history'] as const;

/** The pages of the section, as links: each has an address of its own. */
export function RoutingTabs() {
  const t = useWords(routingWords);
  const { pathname } = useLocation();
  const here = places.find((place) => pathname.includes(place)) ?? 'rules';
  return (
    <nav className="section-tabs" aria-label={t('section')}>
      {places.map((place) => (
        <Link key={place} to={`/routing/${place}`} aria-current={place === here ? 'page' : undefined}>
          {t(place)}
        </Link>
      ))}
    </nav>
  );
}
