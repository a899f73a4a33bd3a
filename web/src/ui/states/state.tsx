import { Text, Title } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { nameDocument } from '../page/document-title.ts';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next thing to do, and at most one more. */
  actions?: ReactNode;
  /** `alert` for errors, `status` for everything else. */
  role?: 'alert' | 'status';
}

/** Shown in place of content: nothing yet, nothing found, an error. */
export function State({ icon, title, children, actions, role }: StateProps) {
  const isPage = useInPlaceOfPage(title);
  return (
    <div className="state" role={role}>
      {icon && (
        <div className="state-icon" aria-hidden>
          {icon}
        </div>
      )}
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      {children && (
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
      )}
      {actions}
    </div>
  );
}

/** True if there is no page around it, such as for a deleted thing: then it sets the title of the document as well. */
function useInPlaceOfPage(title: string): boolean {
  const [isPage, setIsPage] = useState(false);
  useEffect(() => {
    if (!isPage && document.querySelector('h1')) return;
    setIsPage(true);
    nameDocument(title);
  }, [title, isPage]);
  return isPage;
}
