import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './look.css';
import './page.css';
import './table.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocale } from '../i18n/i18n.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
window.__webpack_nonce__ = nonce;

// Kept out of the entry chunk: nothing is reported before the first page has loaded. Messages wait in their store meanwhile.
const Toasts = lazy(async () => ({ default: await loadToasts() }));
const loadToasts = (): Promise<ComponentType> =>
  import('../show/toasts.tsx').then(
    ({ Toasts: loaded }) => loaded,
    () => new Promise((later) => setTimeout(() => later(loadToasts()), 5_000)),
  );

/** Provides colours, fonts, dialogs and toasts to the whole client. */
export function Look({ children }: { children: ReactNode }) {
  useLocale();
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <ModalsProvider labels={{ confirm: kitWords('save'), cancel: kitWords('cancel') }}>
          <Suspense>
            <Toasts />
          </Suspense>
          {children}
        </ModalsProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
