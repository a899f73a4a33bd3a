import { words } from '../../ui/i18n/words.ts';

const en = {
  confirmTitle: 'Confirm your new address',
  confirmIntro: 'From then on you sign in with it. Other devices are signed out.',
  confirm: 'Confirm the address',
  confirmedTitle: 'Your address is changed',
  confirmed: 'You sign in with it from now on, with the same password.',
  goOn: 'Go on',
  stopTitle: 'Stop the change of your address',
  stopIntro: 'Somebody asked to sign in to your account with another address. If it was not you, stop it.',
  stop: 'Stop the change',
  stoppedTitle: 'The change is stopped',
  stopped: 'Your address stays as it is. The person who asked knows your password: set a new one.',
  newPassword: 'Set a new password',
  invalidTitle: 'This link no longer works',
  confirmInvalid:
    'It was used, stopped or replaced, or is older than 24 hours. You can ask for another one in your profile.',
  stopInvalid:
    'The change was stopped or replaced, is older than 24 hours, or has happened already. If you did not want it, ' +
    'tell an admin of your organization.',
};
const de: typeof en = {
  confirmTitle: 'Neue Adresse bestätigen',
  confirmIntro: 'Danach melden Sie sich damit an. Andere Geräte werden abgemeldet.',
  confirm: 'Adresse bestätigen',
  confirmedTitle: 'Ihre Adresse ist geändert',
  confirmed: 'Melden Sie sich ab jetzt damit an, mit demselben Passwort.',
  goOn: 'Weiter',
  stopTitle: 'Änderung Ihrer Adresse stoppen',
  stopIntro:
    'Für Ihr Konto wurde eine andere Adresse zum Anmelden angefordert. Wenn Sie das nicht waren, stoppen Sie die Änderung.',
  stop: 'Änderung stoppen',
  stoppedTitle: 'Die Änderung ist gestoppt',
  stopped: 'Ihre Adresse bleibt, wie sie ist. Wer das wollte, kennt Ihr Passwort: Setzen Sie ein neues.',
  newPassword: 'Neues Passwort setzen',
  invalidTitle: 'Dieser Link gilt nicht mehr',
  confirmInvalid:
    'Er wurde benutzt, gestoppt oder ersetzt oder ist älter als 24 Stunden. In Ihrem Profil können Sie einen neuen anfordern.',
  stopInvalid:
    'Die Änderung wurde gestoppt oder ersetzt, ist älter als 24 Stunden oder schon geschehen. Wenn Sie sie nicht ' +
    'wollten, wenden Sie sich an die Administration Ihrer Organisation.',
};

export const emailWords = words('access-email', { en, de });
