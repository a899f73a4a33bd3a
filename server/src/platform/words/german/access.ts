/** Accounts, sessions, invitations, members and workspaces. */
export const accessInGerman = {
  'The mail server did not take the mail.': 'Der Mailserver hat die E-Mail nicht angenommen.',
  'This is only available to people, not to API keys.': 'Das können nur Personen, keine API-Schlüssel.',
  'A scope header must contain exactly one id.':
    'Ein Kopffeld für Organisation oder Arbeitsbereich muss genau eine ID enthalten.',
  'must be one UUID': 'muss genau eine UUID sein',
  'You belong to several organizations: name one in X-Organization-ID.':
    'Sie gehören zu mehreren Organisationen: Nennen Sie eine in X-Organization-ID.',
  'is needed': 'muss angegeben werden',
  'must be in the future': 'muss in der Zukunft liegen',
  'this account has no password; a reset by e-mail sets the first one':
    'dieses Konto hat kein Passwort; das erste setzen Sie über „Passwort vergessen“',
  'is already the address of this account': 'ist schon die Adresse dieses Kontos',
  'This link is no longer valid.': 'Dieser Link gilt nicht mehr.',
  'there is no such workspace': 'diesen Arbeitsbereich gibt es nicht',
  'A member with this address already exists. Change their role instead.':
    'Ein Mitglied mit dieser Adresse gibt es schon. Ändern Sie stattdessen seine Rolle.',
  'an organization admin belongs to every workspace': 'ein Organisations-Admin gehört zu jedem Arbeitsbereich',
  'is not the address that the invitation was sent to': 'ist nicht die Adresse, an die die Einladung ging',
  'The invitation was sent to another address than that of your account.':
    'Die Einladung ging an eine andere Adresse als die Ihres Kontos.',
  'This invitation is no longer valid. Ask for a new one.': 'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  'You are already a member.': 'Sie sind schon Mitglied.',
  'An account with this address already exists.': 'Zu dieser Adresse gibt es schon ein Konto.',
  'Registration requires an invitation.': 'Ein Konto anlegen können Sie nur mit einer Einladung.',
  'This person is already a member of the organization.': 'Diese Person gehört schon zur Organisation.',
  'This is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'The account was just removed.': 'Das Konto wurde gerade entfernt.',
  'The person is already a member of that workspace.': 'Die Person gehört schon zu diesem Arbeitsbereich.',
  'This is the last organization admin. Make somebody else an admin first.':
    'Das ist der letzte Organisations-Admin. Geben Sie zuerst jemand anderem diese Rolle.',
  'everybody except organization admins belongs to a workspace':
    'alle außer Organisations-Admins gehören zu einem Arbeitsbereich',
  'An archive is being written already. Wait until it is ready, or delete it.':
    'Es wird schon ein Archiv geschrieben. Warten Sie, bis es fertig ist, oder löschen Sie es.',
  'The archive is not ready.': 'Das Archiv ist nicht fertig.',
  'It could not be written. The log of the service tells why.':
    'Es konnte nicht geschrieben werden. Warum, steht im Log des Dienstes.',
  'must be exactly the name of the organization': 'muss genau der Name der Organisation sein',
  'The deletion has begun and can no longer be cancelled.':
    'Das Löschen hat begonnen und lässt sich nicht mehr zurücknehmen.',
  'This slug is taken.': 'Dieser Kurzname ist vergeben.',
  'The last workspace cannot be deleted.': 'Der letzte Arbeitsbereich lässt sich nicht löschen.',
  'It still has members or invitations. Move the members and withdraw the invitations first.':
    'Er hat noch Mitglieder oder Einladungen. Verschieben Sie zuerst die Mitglieder, und ziehen Sie die Einladungen zurück.',
  'A workspace with this name already exists.': 'Einen Arbeitsbereich mit diesem Namen gibt es schon.',
  'Too many people are signing in at once. Try again shortly.':
    'Gerade melden sich zu viele Personen gleichzeitig an. Versuchen Sie es gleich noch einmal.',
  'is not the current password': 'ist nicht das jetzige Passwort',
  'This link is no longer valid. Request a new one.': 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
  'must have at least {0} characters': 'muss mindestens {0} Zeichen haben',
  'must have at most {0} characters': 'darf höchstens {0} Zeichen haben',
  'is a repetition or a sequence': 'ist eine Wiederholung oder eine Folge',
  'is one of the most common passwords, or nearly so': 'ist eines der häufigsten Passwörter, oder fast',
  'consists of your name, address or organization': 'besteht aus Ihrem Namen, Ihrer Adresse oder Ihrer Organisation',
  'Too many attempts. Wait before you try again.': 'Zu viele Versuche. Warten Sie, bevor Sie es noch einmal versuchen.',
  'This is your only way to sign in. Set a password first: request a password reset.':
    'Anders können Sie sich nicht anmelden. Setzen Sie zuerst ein Passwort, über „Passwort vergessen“.',
  'This identity belongs to another account. Remove it there first.':
    'Diese Anmeldung gehört zu einem anderen Konto. Entfernen Sie sie zuerst dort.',
  'An account with this address already exists. {0}': 'Zu dieser Adresse gibt es schon ein Konto. {0}',
  'This identity was just linked by another sign-in. Start again.':
    'Diese Anmeldung wurde gerade an anderer Stelle verknüpft. Beginnen Sie neu.',
  'The provider has not verified your e-mail address. {0}': 'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. {0}',
  'This provider cannot be used to create an account. {0}': 'Mit diesem Anbieter lässt sich kein Konto anlegen. {0}',
  'Registration requires an invitation. {0}': 'Ein Konto anlegen können Sie nur mit einer Einladung. {0}',
  'If you have an account, sign in to it as usual and add the provider there.':
    'Wenn Sie ein Konto haben, melden Sie sich wie gewohnt an und fügen Sie den Anbieter dort hinzu.',
  'The identity provider did not say who signed in.': 'Der Anbieter hat nicht gesagt, wer sich angemeldet hat.',
  'The sign-in was started with a different provider.': 'Die Anmeldung wurde bei einem anderen Anbieter begonnen.',
  'The identity provider refused the sign-in.': 'Der Anbieter hat die Anmeldung abgelehnt.',
  'The identity provider refused: {0}.': 'Der Anbieter hat abgelehnt: {0}.',
  'The identity provider could not be reached. Try again later.':
    'Der Anbieter war nicht zu erreichen. Versuchen Sie es später noch einmal.',
  'The identity provider sent an answer that cannot be used. Start again; your operator finds the reason in the log.':
    'Der Anbieter hat eine unbrauchbare Antwort geschickt. Beginnen Sie neu; den Grund findet Ihr Betreiber im Protokoll.',
  'is not one that the operator allows': 'ist keine, die der Betreiber erlaubt',
  'This sign-in has been used, has expired, or was started in another browser. Start again.':
    'Diese Anmeldung wurde schon benutzt, ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginnen Sie neu.',
  'The password was changed by another request.': 'Das Passwort wurde gerade an anderer Stelle geändert.',
  'is required together with the current password': 'muss zusammen mit dem jetzigen Passwort angegeben werden',
  'is needed to set a new password': 'muss für ein neues Passwort angegeben werden',
};
