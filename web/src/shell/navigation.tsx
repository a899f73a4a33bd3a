import { Badge } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import type { Section } from '../ui/page/page-definition.ts';
import { shellWords } from './shell-words.ts';

export function Navigation({ sections, onFollow }: { sections: readonly Section[]; onFollow: () => void }) {
  const t = useWords(shellWords);
  const { pathname } = useLocation();
  const isHere = ({ path, also = [] }: Section) =>
    [path, ...also].some((each) => `${pathname}/`.startsWith(`${each}/`));
  return (
    <nav aria-label={t('navigation')}>
      {sections.map((section) => (
        <Link
          key={section.path}
          to={section.path}
          className="shell-nav-link"
          aria-current={isHere(section) ? 'page' : undefined}
          onClick={onFollow}
        >
          <section.icon size={18} stroke={1.75} />
          <span>{section.label()}</span>
          {section.useCount && <Count useCount={section.useCount} />}
        </Link>
      ))}
    </nav>
  );
}

function Count({ useCount }: { useCount: NonNullable<Section['useCount']> }) {
  const found = useCount();
  if (!found || found.count === 0) return null;
  return (
    <Badge className="shell-nav-count" size="sm">
      {found.count > 99 ? '99+' : found.count}
      <span className="visually-hidden"> {found.label}</span>
    </Badge>
  );
}
