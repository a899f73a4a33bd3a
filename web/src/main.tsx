import { createRoot } from 'react-dom/client';
import { currentStanding, restoreSession, watchStanding } from './api/session.ts';
import { App } from './app.tsx';
import { chooseLocale } from './ui/i18n/i18n.ts';
import { noteDialogs } from './ui/keys/open-dialog.ts';
import { heedMotion } from './ui/theme/motion.ts';
import { allowStyleSheetsOnly } from './ui/theme/trusted-types.ts';

allowStyleSheetsOnly();
heedMotion();
noteDialogs();

const speak = () => {
  const standing = currentStanding();
  chooseLocale(standing.kind === 'in' ? standing.me.locale : null);
};
watchStanding(speak);
// If the server does not answer, the sign-in page shows the failure.
await restoreSession().catch(() => null);
speak();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
