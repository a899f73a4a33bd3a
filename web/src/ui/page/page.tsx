import { Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { nameDocument } from './document-title.ts';
import { noteRecent } from './recent.ts';

export interface PageProps {
  title: string;
  /** True while `title` is not the thing's own name: such a page is not remembered as a recent one. */
  isUnnamed?: boolean;
  /** One sentence under the title. */
  intro?: ReactNode;
  actions?: ReactNode;
  /** The parent page. */
  back?: { to: string; label: string } | undefined;
  children: ReactNode;
}

/** A page with its one `h1`, its title in the browser and its actions. The heading gets the focus when the page is opened. */
export function Page({ title, isUnnamed = false, intro, actions, back, children }: PageProps) {
  const heading = usePageHeading(title, isUnnamed);
  return (
    <div className="page">
      <div className="page-head">
        <div className="page-head-words">
          {back && (
            <Link className="page-back" to={back.to}>
              <IconChevronLeft size={14} className="page-back-arrow" aria-hidden />
              {back.label}
            </Link>
          )}
          <Title order={1} ref={heading} tabIndex={-1} dir="auto">
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" size="sm" mt={2}>
              {intro}
            </Text>
          )}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}

let shownBefore = false;

/** For a page that draws its own `h1`: sets the document's title, and focuses the heading after a navigation. */
export function usePageHeading(title: string, isUnnamed = false) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    nameDocument(title);
    if (!isUnnamed) noteRecent(location.pathname, title);
  }, [title, isUnnamed]);
  useEffect(() => {
    // Leave the first page to the browser's own focus order, and never take the focus from a field.
    if (shownBefore && !document.activeElement?.matches('input,textarea,select')) {
      heading.current?.focus({ preventScroll: true });
    }
    shownBefore = true;
  }, []);
  return heading;
}
