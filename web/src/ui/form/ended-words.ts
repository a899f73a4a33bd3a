import { words } from '../i18n/words.ts';

export const endedWords = words('ended', {
  en: {
    title: 'Your session has ended',
    text: 'Sign in again to continue. What you changed here has not been saved and will be lost: copy what you need first.',
    signIn: 'Sign in',
  },
  de: {
    title: 'Ihre Sitzung ist beendet',
    text:
      'Melden Sie sich wieder an, um weiterzuarbeiten. Was Sie hier geändert haben, ist nicht gespeichert und geht verloren: ' +
      'Kopieren Sie vorher, was Sie brauchen.',
    signIn: 'Anmelden',
  },
});
