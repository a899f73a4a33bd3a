/** Helpdesks and e-mail: connections, webhooks and domains. */
export const channelsInGerman = {
  'its answer names no account': 'seine Antwort nennt kein Konto',
  'its answer contains no token': 'seine Antwort enthält kein Token',
  'Connect {0} first.': 'Verbinden Sie zuerst {0}.',
  'Set the client secret of the app first: it signs the events.':
    'Tragen Sie zuerst das Client-Secret der App ein: Es signiert die Ereignisse.',
  'This is not a domain name that can receive mail.': 'Das ist keine Domain, die E-Mails empfangen kann.',
  'The organization already has this domain.': 'Die Organisation hat diese Domain schon.',
  'Another organization has verified this domain.': 'Eine andere Organisation hat diese Domain bestätigt.',
  'This is not an address at {0}.': 'Das ist keine Adresse bei {0}.',
  'Verify the domain first.': 'Bestätigen Sie zuerst die Domain.',
  'Outbound mail is not configured (SMTP_URL).': 'Ausgehende E-Mail ist nicht eingerichtet (SMTP_URL).',
  'The mail server did not take the mail ({0}).': 'Der Mailserver hat die E-Mail nicht angenommen ({0}).',
  'Nobody here receives mail for this address yet.': 'Noch empfängt hier niemand E-Mails für diese Adresse.',
  'Send mail as message/rfc822 or as Postmark JSON.':
    'Senden Sie E-Mails als message/rfc822 oder als JSON von Postmark.',
  'The helpdesk did not deliver the file.': 'Der Helpdesk hat die Datei nicht geliefert.',
  'The helpdesk did not deliver the file (HTTP {0}).': 'Der Helpdesk hat die Datei nicht geliefert (HTTP {0}).',
  'The vendor rejected this token.': 'Der Helpdesk hat dieses Token abgelehnt.',
  'The vendor did not say which account this token belongs to: {0}.':
    'Der Helpdesk hat nicht gesagt, zu welchem Konto dieses Token gehört: {0}.',
  'This vendor account is already connected to another organization.':
    'Dieses Konto beim Helpdesk ist schon mit einer anderen Organisation verbunden.',
  'The helpdesk has no colleague with this id.': 'Der Helpdesk kennt niemanden mit dieser ID.',
  'The vendor did not list its seats: {0}.': 'Der Helpdesk hat seine Personen nicht genannt: {0}.',
  'No client id and secret are configured for this vendor.':
    'Für diesen Helpdesk sind weder Client-ID noch Client-Secret hinterlegt.',
  'This connection attempt is unknown or has expired. Start again.':
    'Dieser Verbindungsversuch ist unbekannt oder abgelaufen. Beginnen Sie neu.',
  'The vendor did not accept the code: {0}.': 'Der Helpdesk hat den Code nicht angenommen: {0}.',
  'The vendor did not say which account this grant belongs to: {0}.':
    'Der Helpdesk hat nicht gesagt, für welches Konto der Zugriff gilt: {0}.',
  'The helpdesk did not list them: {0}.': 'Der Helpdesk hat sie nicht aufgezählt: {0}.',
  'its address is not allowed': 'seine Adresse ist nicht erlaubt',
  'no answer ({0})': 'keine Antwort ({0})',
  'HTTP {0}': 'HTTP {0}',
  'its answer names no user': 'seine Antwort nennt keine Person',
  'The webhook and triggers are being created. Wait until that has ended.':
    'Webhook und Trigger werden gerade angelegt. Warten Sie, bis das beendet ist.',
  'The vendor did not {0}: {1}.': 'Der Helpdesk hat {0}: {1}.',
  'list its webhooks': 'seine Webhooks nicht genannt',
  'create a trigger': 'keinen Trigger angelegt',
  'create the webhook': 'den Webhook nicht angelegt',
  'list its triggers': 'seine Trigger nicht genannt',
  'its answer names none': 'seine Antwort nennt keinen',
  'Set the signing secret of the webhook first.': 'Tragen Sie zuerst den Signaturschlüssel des Webhooks ein.',
  'The subdomain of the {0} account is required.': 'Die Subdomain des Kontos bei {0} fehlt.',
  'The token could not be renewed: {0}.': 'Das Token ließ sich nicht erneuern: {0}.',
  'Send either the secret or fetch: true.': 'Senden Sie entweder den Schlüssel oder fetch: true.',
  "This is the vendor's public test secret.": 'Das ist der öffentliche Testschlüssel des Helpdesks.',
  'Another organization uses this secret. Each webhook needs its own.':
    'Eine andere Organisation verwendet diesen Schlüssel. Jeder Webhook braucht seinen eigenen.',
  'The account has no webhook with our URL, or we may not read its secret.':
    'Das Konto hat keinen Webhook mit unserer Adresse, oder wir dürfen seinen Schlüssel nicht lesen.',
  'The vendor did not list its webhooks: {0}.': 'Der Helpdesk hat seine Webhooks nicht genannt: {0}.',
  'The access token could not be renewed. Try again later.':
    'Das Zugriffstoken ließ sich nicht erneuern. Versuchen Sie es später noch einmal.',
  '{0} refuses our access token. Connect it again.': '{0} lehnt unser Zugriffstoken ab. Verbinden Sie es neu.',
  'Content-Encoding is not supported here.': 'Content-Encoding wird hier nicht unterstützt.',
  'The event could not be stored. Send it again.':
    'Das Ereignis konnte nicht gespeichert werden. Senden Sie es noch einmal.',
};
