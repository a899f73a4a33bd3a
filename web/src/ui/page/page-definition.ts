import type { ComponentType } from 'react';

/** One address of the client. Its code is loaded when the page is opened. */
export interface PageDefinition {
  /** In the router's form: `/knowledge/documents/$id`. */
  readonly path: string;
  /** `() => import('./documents.page.tsx').then(({ DocumentsPage }) => DocumentsPage)` */
  readonly load: () => Promise<ComponentType>;
  /** Public: needs no sign-in, and is shown without the shell. */
  readonly open?: true;
}

/** An entry of the navigation. `g` and its key open it. */
export interface Section {
  readonly key: string;
  readonly path: string;
  /** Addresses of its pages that do not begin with `path`. */
  readonly also?: readonly string[];
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  readonly label: () => string;
  /** The number beside the entry and its label for screen readers; null for no number. */
  readonly useCount?: () => { count: number; label: string } | null;
}
