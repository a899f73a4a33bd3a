/** Mails about an account. */
export const lettersInGerman = {
  'Set a new password': 'Setzen Sie ein neues Passwort',
  'Somebody, hopefully you, asked for a new password for your account. This link sets one:':
    'Jemand, hoffentlich Sie, hat für Ihr Konto ein neues Passwort angefordert. Mit diesem Link setzen Sie es:',
  'It works once, within 30 minutes. If it was not you, ignore this mail: your password stays as it is.':
    'Er gilt einmal und 30 Minuten lang. Waren Sie es nicht, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'The password of your account was just changed.': 'Das Passwort Ihres Kontos wurde gerade geändert.',
  'If it was not you, set another one at once; that signs out everybody who uses your account:':
    'Waren Sie es nicht, setzen Sie sofort ein anderes; das meldet alle ab, die Ihr Konto benutzen:',
  '{0} invites you to {1}': '{0} lädt Sie zu {1} ein',
  '{0} invites you to the support desk of {1}, as {2}.': '{0} lädt Sie zum Support-Desk von {1} ein, als {2}.',
  '{0} This link lets you in:': '{0} Mit diesem Link treten Sie bei:',
  'It works once, within seven days, and for this e-mail address only.':
    'Er gilt einmal, sieben Tage lang und nur für diese E-Mail-Adresse.',
  '{0} will be deleted on {1}': '{0} wird am {1} gelöscht',
  '{0} has asked to delete the organization {1}. This will happen on {2}.':
    '{0} will die Organisation {1} löschen. Das geschieht am {2}.',
  'All its conversations, documents, settings, members and the audit log go with it, for good.':
    'Alle ihre Konversationen, Dokumente, Einstellungen, Mitglieder und das Protokoll werden dann endgültig gelöscht.',
  'Until then the desk works as before. You can keep the organization, or download an archive of everything, here:':
    'Bis dahin arbeitet der Desk weiter. Behalten können Sie die Organisation, oder ein Archiv von allem sichern, hier:',
  '{0} will be kept': '{0} bleibt',
  '{0} has cancelled the deletion of the organization {1}. Nothing was deleted.':
    '{0} hat das Löschen der Organisation {1} zurückgenommen. Gelöscht wurde nichts.',
  '{0}, {1} UTC': '{0}, {1} UTC',
  'a member': 'Mitglied',
  'a workspace admin': 'Arbeitsbereichs-Admin',
  'an organization admin': 'Organisations-Admin',
  'Hello,': 'Guten Tag,',
  'Hello {0},': 'Guten Tag {0},',
  'Confirm your new e-mail address': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'Somebody, hopefully you, asked to use this e-mail address for signing in. This link confirms it:':
    'Jemand, hoffentlich Sie, möchte sich mit dieser E-Mail-Adresse anmelden. Dieser Link bestätigt sie:',
  'It works once, within 24 hours. If it was not you, ignore this mail: nothing changes.':
    'Er gilt einmal und 24 Stunden lang. Waren Sie es nicht, beachten Sie diese E-Mail nicht: Nichts ändert sich.',
  'Your e-mail address was entered for another account': 'Ihre E-Mail-Adresse wurde für ein anderes Konto eingetragen',
  'Somebody wants to use this e-mail address for another account. It belongs to your account already, so nothing changes.':
    'Jemand möchte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie gehört schon zu Ihrem Konto, deshalb ändert sich nichts.',
  'If it was you: sign in with this address, or use another one for the other account.':
    'Waren Sie es, melden Sie sich mit dieser Adresse an, oder verwenden Sie für das andere Konto eine andere.',
  'Request to change your e-mail address': 'Ihre E-Mail-Adresse soll geändert werden',
  'Somebody, hopefully you, asked to sign in to your account with {0} in place of this address. It changes when that address confirms it.':
    'Jemand, hoffentlich Sie, möchte sich bei Ihrem Konto mit {0} statt mit dieser Adresse anmelden. ' +
    'Sie ändert sich, sobald die neue Adresse das bestätigt.',
  'If it was not you, set a new password, because the person who asked knows yours. This link stops the change:':
    'Waren Sie es nicht, setzen Sie ein neues Passwort, denn jemand kennt Ihres. Dieser Link verhindert die Änderung:',
  'It works for 24 hours, or until the new address has confirmed.':
    'Er gilt 24 Stunden lang, solange die neue Adresse nicht bestätigt hat.',
  'Your e-mail address was changed': 'Ihre E-Mail-Adresse wurde geändert',
  'The e-mail address of your account is now {0}. You sign in with it, and mail about your account goes there.':
    'Die E-Mail-Adresse Ihres Kontos ist jetzt {0}. Damit melden Sie sich an, und dorthin gehen E-Mails zu Ihrem Konto.',
  'If it was not you, tell an admin of your organization at once.':
    'Waren Sie es nicht, sagen Sie es sofort einem Admin Ihrer Organisation.',
};
