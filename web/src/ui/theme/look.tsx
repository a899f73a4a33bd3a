import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './look.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/i18n.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
window.__webpack_nonce__ = nonce;

/** Provides colours, fonts, dialogs and toasts to the whole client. */
export function Look({ children }: { children: ReactNode }) {
  useLocale();
  // At the lower right, and on a phone at the lower edge, a toast would cover the buttons that send and save.
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <ModalsProvider labels={{ confirm: kitWords('save'), cancel: kitWords('cancel') }}>
          <Notifications position={narrow ? 'top-center' : 'bottom-left'} limit={3} />
          {children}
        </ModalsProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
