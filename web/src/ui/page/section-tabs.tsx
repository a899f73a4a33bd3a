import { Link, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

interface SectionTabsProps {
  /** What a screen reader calls them. */
  label: string;
  tabs: readonly { to: string; label: string; here: boolean }[];
}

/** The pages of a section, as links: each has an address of its own. The one that is open is in sight, also on a phone. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const { current } = bar;
    const open = current?.querySelector('[aria-current=page]');
    if (!current || !open) return;
    // By its own scroll alone: `scrollIntoView` would move the page as well.
    const [outer, inner] = [current.getBoundingClientRect(), open.getBoundingClientRect()];
    current.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }, [pathname]);
  return (
    <nav ref={bar} className="section-tabs" aria-label={label}>
      {tabs.map(({ to, label: name, here }) => (
        // Exact: the first page of a section has the beginning of all addresses in it.
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={here ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
