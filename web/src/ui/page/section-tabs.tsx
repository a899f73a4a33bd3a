import { Link, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

interface SectionTabsProps {
  /** The label for screen readers. */
  label: string;
  tabs: readonly { to: string; label: string; here: boolean }[];
}

/** The pages of a section as links, each with its own address. The open one is scrolled into view on a phone. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const { current } = bar;
    const open = current?.querySelector('[aria-current=page]');
    if (!current || !open) return;
    // Scroll only the bar: `scrollIntoView` would scroll the page as well.
    const [outer, inner] = [current.getBoundingClientRect(), open.getBoundingClientRect()];
    current.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }, [pathname]);
  return (
    // The router would otherwise restore the scroll position of the element with the same name on the page before.
    <nav ref={bar} className="section-tabs" aria-label={label} data-scroll-restoration-id={pathname}>
      {tabs.map(({ to, label: name, here }) => (
        // Match exactly: the address of a section's first page is a prefix of all the others.
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={here ? 'page' : undefined}
          data-name={name}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
