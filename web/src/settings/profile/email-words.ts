import { words } from '../../ui/i18n/words.ts';

const en = {
  title: 'E-mail address',
  hint: 'You sign in with {email}. A new address takes effect once you have confirmed it.',
  wanted: 'New e-mail address',
  currentPassword: 'Your password',
  noPassword: 'You have no password because you sign in with a provider? Set one first.',
  setPassword: 'Set a password by e-mail',
  change: 'Change the address',
  sentTitle: 'Check your mailbox',
  sent: 'A link is on its way to {email}. Your address changes when you follow it, within 24 hours. Your current address gets a notice.',
};
const de: typeof en = {
  title: 'E-Mail-Adresse',
  hint: 'Sie melden sich mit {email} an. Eine neue Adresse gilt, sobald Sie sie bestätigt haben.',
  wanted: 'Neue E-Mail-Adresse',
  currentPassword: 'Ihr Passwort',
  noPassword: 'Sie haben kein Passwort, weil Sie sich über einen Anbieter anmelden? Setzen Sie zuerst eines.',
  setPassword: 'Passwort per E-Mail setzen',
  change: 'Adresse ändern',
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sent:
    'Ein Link ist unterwegs an {email}. Ihre Adresse ändert sich, wenn Sie ihm binnen 24 Stunden folgen. Die ' +
    'bisherige Adresse wird benachrichtigt.',
};

export const emailWords = words('profile-email', { en, de });
