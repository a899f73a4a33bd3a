import { words } from '../i18n/words.ts';

export const endedWords = words('ended', {
  en: {
    title: 'Your session has ended',
    text: 'What you changed here has not been saved. Sign in in another tab and save it here, or sign in here without it.',
    signIn: 'Sign in',
  },
  de: {
    title: 'Ihre Sitzung ist beendet',
    text:
      'Was Sie hier geändert haben, ist nicht gespeichert. Melden Sie sich in einem anderen Tab an und speichern Sie es hier, ' +
      'oder melden Sie sich ohne Ihre Änderungen hier an.',
    signIn: 'Anmelden',
  },
});
