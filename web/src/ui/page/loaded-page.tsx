import type { ReactNode } from 'react';
import { Loaded, type Query } from '../data/loaded.tsx';
import { Page, type PageProps } from './page.tsx';

interface LoadedPageProps<T> {
  query: Query<T>;
  /** The kind of thing that the page shows, in a word: the title until the thing is read, and if it cannot be read. */
  kind: string;
  title: (data: T) => string;
  intro?: (data: T) => ReactNode;
  actions?: (data: T) => ReactNode;
  back: PageProps['back'];
  children: (data: T) => ReactNode;
}

/** THE page about one thing. It shows its frame, with the way back, even while the thing is being read and if that fails. */
export function LoadedPage<T>({ query, kind, title, intro, actions, back, children }: LoadedPageProps<T>) {
  const { data } = query;
  const isRead = data !== undefined;
  return (
    <Page
      title={isRead ? title(data) : kind}
      isUnnamed={!isRead}
      intro={isRead && intro?.(data)}
      actions={isRead && actions?.(data)}
      back={back}
    >
      <Loaded query={query}>{children}</Loaded>
    </Page>
  );
}
