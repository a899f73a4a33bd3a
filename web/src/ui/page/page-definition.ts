import type { ComponentType } from 'react';

/** One address of the client. The page's code is loaded when somebody goes there. */
export interface PageDefinition {
  /** In the router's form: `/knowledge/documents/$id`. */
  readonly path: string;
  /** `() => import('./documents.page.tsx').then(({ DocumentsPage }) => DocumentsPage)` */
  readonly load: () => Promise<ComponentType>;
  /** Open to people who are not signed in, and shown without the shell. */
  readonly open?: true;
}

/** An entry of the navigation. `g` and its key lead there. */
export interface Section {
  readonly key: string;
  readonly path: string;
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  readonly label: () => string;
  /** The number beside it, and what that number is to a screen reader; null for none. */
  readonly useCount?: () => { count: number; label: string } | null;
}
