import type { Words } from '../ui/i18n/words.ts';
import type { en } from './access.en.ts';

export const de = {
  signIn: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
} satisfies Words<typeof en>;
