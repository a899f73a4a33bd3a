import { createRoot } from 'react-dom/client';
import { currentStanding, restoreSession, watchStanding } from './api/session.ts';
import { App } from './app.tsx';
import { chooseLocale } from './ui/i18n/i18n.ts';
import { keepFocusOfBusyControls, keepFocusWhereDialogsGo } from './ui/keys/kept-focus.ts';
import { noteDialogs } from './ui/keys/open-dialog.ts';
import { keepFocusWhereRowsGo } from './ui/keys/rows-that-go.ts';
import { applyMotion } from './ui/theme/motion.ts';
import { allowStyleSheetsOnly } from './ui/theme/trusted-types.ts';

allowStyleSheetsOnly();
applyMotion();
noteDialogs();
keepFocusOfBusyControls();
keepFocusWhereDialogsGo();
keepFocusWhereRowsGo();

const applyLocale = () => {
  const standing = currentStanding();
  chooseLocale(standing.kind === 'in' ? standing.me.locale : null);
};
watchStanding(applyLocale);
// If the server does not answer, the sign-in page shows the failure.
await restoreSession().catch(() => null);
applyLocale();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
