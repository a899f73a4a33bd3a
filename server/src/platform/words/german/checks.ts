/** The states that answers describe: steps of a set-up, checks, deliveries, warnings and previews. */
export const checksInGerman = {
  'A client for OAuth is configured.': 'Ein Client für OAuth ist eingerichtet.',
  'A file of this message is no longer stored.': 'Eine Datei dieser Nachricht ist nicht mehr gespeichert.',
  'A new field in the response.': 'Ein neues Feld in der Antwort.',
  'A new operation.': 'Eine neue Operation.',
  'Access has not been granted.': 'Der Zugriff ist noch nicht erlaubt.',
  'Access to the drive has not been granted.': 'Der Zugriff auf das Laufwerk ist noch nicht erlaubt.',
  'Access to the drive was revoked. Documents keep the text that was read last.':
    'Der Zugriff auf das Laufwerk wurde entzogen. Dokumente behalten den zuletzt gelesenen Text.',
  'Account {0} is connected.': 'Das Konto {0} ist verbunden.',
  'Add a read template for data that needs the credentials, and give its required inputs an example.':
    'Legen Sie eine lesende Vorlage für geschützte Daten an, mit Beispielen für ihre nötigen Eingaben.',
  '{0} Then check again.': '{0} Prüfen Sie dann noch einmal.',
  'An app for OAuth is configured.': 'Eine App für OAuth ist eingerichtet.',
  'An earlier attempt to send this mail was interrupted.':
    'Ein früherer Versuch, diese E-Mail zu senden, wurde unterbrochen.',
  'An input comes from what the customer writes, and nothing ties the answer to the verified customer: {0}':
    'Eine Eingabe stammt aus den Worten des Kunden, und nichts bindet die Antwort an die bestätigte Person: {0}',
  'Ask the operator to check the service account.': 'Bitten Sie den Betreiber, das Dienstkonto zu prüfen.',
  'Check that a worker runs (ROLE) and is not behind. The event log shows when the event is processed.':
    'Prüfen Sie, ob ein Worker läuft (ROLE) und nachkommt. Das Ereignisprotokoll zeigt, wann das Ereignis verarbeitet ist.',
  'Check the database of the service.': 'Prüfen Sie die Datenbank des Dienstes.',
  'Connect again.': 'Verbinden Sie neu.',
  'Connect the drive again.': 'Verbinden Sie das Laufwerk neu.',
  'Connect the drive.': 'Verbinden Sie das Laufwerk.',
  'Connect the helpdesk.': 'Verbinden Sie den Helpdesk.',
  'Create an OAuth client at the vendor, then set its id and secret.':
    'Legen Sie beim Anbieter einen OAuth-Client an, und tragen Sie seine ID und sein Secret ein.',
  'Events are arriving.': 'Ereignisse kommen an.',
  'Events can be authenticated.': 'Ereignisse lassen sich prüfen.',
  'Events cannot be authenticated.': 'Ereignisse lassen sich nicht prüfen.',
  'Fix the credentials first.': 'Beheben Sie zuerst die Zugangsdaten.',
  'Fix the next step first.': 'Beheben Sie zuerst den nächsten Schritt.',
  'Fix the step above first.': 'Beheben Sie zuerst den Schritt darüber.',
  'It could not be rehearsed.': 'Der Fall ließ sich nicht proben.',
  'It is a new optional parameter.': 'Es ist ein neuer, freiwilliger Parameter.',
  'It is now optional.': 'Es ist jetzt freiwillig.',
  'It is now required.': 'Es ist jetzt Pflicht.',
  'It looks up a template that no longer exists or no longer only reads.':
    'Eine Vorlage, die sie nachschlägt, gibt es nicht mehr, oder sie liest nicht mehr nur.',
  'It names a collection that no longer exists.': 'Eine Sammlung, die sie nennt, gibt es nicht mehr.',
  'It no longer requires authentication.': 'Eine Anmeldung ist nicht mehr nötig.',
  'It requires and excludes the same value of {0}.': 'Sie verlangt denselben Wert von {0}, den sie ausschließt.',
  'It was answered with the new credentials.': 'Sie wurde mit den neuen Zugangsdaten beantwortet.',
  'It was not asked: its required inputs have no example.':
    'Sie wurde nicht angefragt: Ihre nötigen Eingaben haben kein Beispiel.',
  'It was removed from the response.': 'Es ist aus der Antwort verschwunden.',
  'It was {0}, and is {1}.': 'Es war {0} und ist {1}.',
  'It was {0}, and {1} in the last answer.': 'Es war {0}, und in der letzten Antwort {1}.',
  'It would ask {0}.': 'Sie würde {0} anfragen.',
  'Its conditions on {0} exclude each other.': 'Ihre Bedingungen zu {0} schließen einander aus.',
  'Mail is received at {0}.': 'E-Mails kommen an {0} an.',
  'Mail to this address is stopped: {0}': 'E-Mails an diese Adresse sind angehalten: {0}',
  'More events than allowed are coming in. Try again in a minute.':
    'Es kommen mehr Ereignisse als erlaubt. Versuchen Sie es in einer Minute noch einmal.',
  'No OpenAPI document is named; the schema is learnt from test answers.':
    'Es ist kein OpenAPI-Dokument angegeben; das Schema wird aus Testantworten gelernt.',
  'No client id and secret are configured, so OAuth cannot be used.':
    'Client-ID und Client-Secret fehlen, OAuth geht also nicht.',
  'No client id and secret are configured, so access cannot be granted.':
    'Client-ID und Client-Secret fehlen, der Zugriff lässt sich also nicht erlauben.',
  'No credentials are needed.': 'Zugangsdaten sind nicht nötig.',
  'No event has arrived yet.': 'Noch ist kein Ereignis angekommen.',
  'Not tested, because an earlier step failed.': 'Nicht geprüft, weil ein früherer Schritt scheiterte.',
  'Not tested, because there are no usable credentials.': 'Nicht geprüft, weil brauchbare Zugangsdaten fehlen.',
  'Not tested, because there was no response.': 'Nicht geprüft, weil keine Antwort kam.',
  'Outbound mail is not configured (SMTP_URL); the mail is kept here.':
    'Ausgehende E-Mail ist nicht eingerichtet (SMTP_URL); die E-Mail bleibt hier.',
  'Point the webhook of the helpdesk at the webhook URL.':
    'Richten Sie den Webhook des Helpdesks auf die Webhook-Adresse.',
  'See the log of the service at this time.': 'Sehen Sie im Log des Dienstes zu dieser Zeit nach.',
  'Set the app, or connect with an access token.':
    'Tragen Sie die App ein, oder verbinden Sie mit einem Zugriffstoken.',
  'Set the client secret of the app: it signs the events.':
    'Tragen Sie das Client-Secret der App ein: Es signiert die Ereignisse.',
  'Set the signing secret of the webhook.': 'Tragen Sie den Signaturschlüssel des Webhooks ein.',
  'Signed with the client secret of the app.': 'Signiert mit dem Client-Secret der App.',
  'Signed with the secret of the webhook.': 'Signiert mit dem Schlüssel des Webhooks.',
  'Signed with the signing secret of the organization.': 'Signiert mit dem Signaturschlüssel der Organisation.',
  'Test it, and give its required inputs an example for the next time.':
    'Testen Sie sie, und geben Sie ihren nötigen Eingaben ein Beispiel für das nächste Mal.',
  'The OpenAPI document describes {0} operations.': 'Das OpenAPI-Dokument beschreibt Operationen ({0}).',
  'The OpenAPI document says that the service is at {0}.': 'Laut OpenAPI-Dokument liegt der Dienst unter {0}.',
  'The OpenAPI document was uploaded.': 'Das OpenAPI-Dokument wurde hochgeladen.',
  'The TLS certificate is valid.': 'Das TLS-Zertifikat ist gültig.',
  'The address does not exist.': 'Die Adresse gibt es nicht.',
  'The address is malformed.': 'Die Adresse ist fehlerhaft.',
  'The address is not allowed (EGRESS_ALLOW).': 'Die Adresse ist nicht erlaubt (EGRESS_ALLOW).',
  'The collection "{0}" is for staff: customers get no answer from it.':
    'Die Sammlung „{0}“ ist für das Team: Kunden erhalten keine Antworten daraus.',
  'The collection "{0}" is switched off.': 'Die Sammlung „{0}“ ist ausgeschaltet.',
  'The confidence is {0}; an answer needs {1}, a question back {2}.':
    'Die Sicherheit ist {0}; eine Antwort verlangt {1}, eine Rückfrage {2}.',
  'The connection is not encrypted. The operator of this installation has allowed that.':
    'Die Verbindung ist nicht verschlüsselt. Der Betreiber dieser Installation hat das erlaubt.',
  'The connection was changed at this moment. Try again.':
    'Die Verbindung wurde gerade geändert. Versuchen Sie es noch einmal.',
  'The conversation does not exist in the helpdesk.': 'Die Unterhaltung gibt es im Helpdesk nicht.',
  'The customer has no usable e-mail address.': 'Der Kunde hat keine brauchbare E-Mail-Adresse.',
  'The destination "{0}" is disabled.': 'Das Ziel „{0}“ ist ausgeschaltet.',
  'The destination has no usable e-mail address.': 'Das Ziel hat keine brauchbare E-Mail-Adresse.',
  'The destination answered HTTP {0}.': 'Das Ziel antwortete mit HTTP {0}.',
  'The domain of the address does not accept mail.': 'Die Domain der Adresse nimmt keine E-Mails an.',
  'The domain of the address does not exist.': 'Die Domain der Adresse gibt es nicht.',
  'The drive did not report its changes ({0}).': 'Das Laufwerk hat seine Änderungen nicht gemeldet ({0}).',
  'The drive grants read access.': 'Das Laufwerk erlaubt das Lesen.',
  'The drive refuses our access token.': 'Das Laufwerk lehnt unser Zugriffstoken ab.',
  'The drive refuses the service account.': 'Das Laufwerk lehnt das Dienstkonto ab.',
  'E-mail has no internal notes.': 'E-Mail kennt keine internen Notizen.',
  'The event is stored, but no worker processed it within five seconds.':
    'Das Ereignis ist gespeichert, aber kein Worker hat es innerhalb von fünf Sekunden verarbeitet.',
  'The event was accepted but is not in the store.': 'Das Ereignis wurde angenommen, ist aber nicht gespeichert.',
  'The event was processed and recognised as a test: no conversation was created.':
    'Das Ereignis wurde verarbeitet und als Test erkannt: Es ist keine Unterhaltung entstanden.',
  'The event was stored before it was acknowledged.': 'Das Ereignis wurde gespeichert, bevor es bestätigt wurde.',
  'The fallbacks of "{0}" lead back to it.': 'Die Ausweichziele von „{0}“ führen zu ihm zurück.',
  'Only the first three fallbacks of "{0}" are tried.': 'Nur die ersten drei Ausweichziele von „{0}“ werden versucht.',
  'The grant could not be renewed ({0}).': 'Der Zugriff ließ sich nicht erneuern ({0}).',
  'The helpdesk accepts our access token.': 'Der Helpdesk nimmt unser Zugriffstoken an.',
  'The helpdesk answered HTTP {0}.': 'Der Helpdesk antwortete mit HTTP {0}.',
  'The helpdesk did not answer, and our message could not be found there.':
    'Der Helpdesk hat nicht geantwortet, und unsere Nachricht war dort nicht zu finden.',
  'The helpdesk is not connected.': 'Der Helpdesk ist nicht verbunden.',
  'The helpdesk rejects our access token.': 'Der Helpdesk weist unser Zugriffstoken ab.',
  'The host name was resolved.': 'Der Rechnername wurde gefunden.',
  'The inbound route accepted the signature and the event.':
    'Der Eingang hat die Signatur und das Ereignis angenommen.',
  'The inbound route answered {0} ({1}).': 'Der Eingang antwortete mit {0} ({1}).',
  'The inbound route answered {0}.': 'Der Eingang antwortete mit {0}.',
  'The last answer did not have it.': 'In der letzten Antwort fehlte es.',
  'The mail bounced.': 'Die E-Mail kam zurück.',
  'The recipient reported our mail as spam.': 'Der Empfänger hat unsere E-Mail als Spam gemeldet.',
  'The mail is too large for its mail system.': 'Die E-Mail ist zu groß für das Mailsystem der Adresse.',
  'The mail is too large for the mailbox.': 'Die E-Mail ist zu groß für das Postfach.',
  'The mail server answered {0}.': 'Der Mailserver antwortete mit {0}.',
  'The mail server did not confirm the mail ({0}).': 'Der Mailserver hat die E-Mail nicht bestätigt ({0}).',
  'The mailbox is closed.': 'Das Postfach ist geschlossen.',
  'The mailbox is full at the moment.': 'Das Postfach ist zurzeit voll.',
  'The mailbox is full.': 'Das Postfach ist voll.',
  'The operation was removed.': 'Die Operation gibt es nicht mehr.',
  'The person has moved to another address.': 'Die Person hat jetzt eine andere Adresse.',
  'The receiving mail system did not accept it in time.':
    'Das empfangende Mailsystem hat sie nicht rechtzeitig angenommen.',
  'The receiving mail system does not accept it.': 'Das empfangende Mailsystem nimmt sie nicht an.',
  'The receiving mail system does not accept mail at the moment.':
    'Das empfangende Mailsystem nimmt zurzeit keine E-Mails an.',
  'The receiving mail system does not know the address.': 'Das empfangende Mailsystem kennt die Adresse nicht.',
  'The receiving mail system rejects our mail.': 'Das empfangende Mailsystem weist unsere E-Mails ab.',
  'The rule "{0}" comes first, matches the same messages, and stops.':
    'Die Regel „{0}“ kommt vorher, trifft dieselben Nachrichten und hält an.',
  'The rule "{0}" is not asked.': 'Die Regel „{0}“ wird nicht gefragt.',
  'The rule "{0}" is {1}; it is new.': 'Regel „{0}“: {1}; sie ist neu.',
  'The rule "{0}" is {1}; it was {2}.': 'Regel „{0}“: {1}; vorher: {2}.',
  'The rule "{0}" matches every message and stops before it.':
    'Die Regel „{0}“ trifft vorher auf jede Nachricht zu und hält an.',
  'The service accepts the credentials.': 'Der Dienst nimmt die Zugangsdaten an.',
  'The service account was refused ({0}).': 'Das Dienstkonto wurde abgelehnt ({0}).',
  'The service did not reject the credentials, nor did it refuse the same request without any.':
    'Der Dienst hat die Zugangsdaten nicht abgelehnt, dieselbe Anfrage ohne sie aber auch nicht.',
  'The service has changed. These templates are not used until they are repaired: {0}.':
    'Der Dienst hat sich geändert. Diese Vorlagen werden erst wieder verwendet, wenn sie berichtigt sind: {0}.',
  '{0} Whether they are right is unproven.': '{0} Ob sie stimmen, ist offen.',
  'The service is overloaded or its database is unavailable. Try again in a minute.':
    'Der Dienst ist überlastet, oder seine Datenbank ist nicht erreichbar. Versuchen Sie es in einer Minute noch einmal.',
  'The service now names a different address.': 'Der Dienst nennt jetzt eine andere Adresse.',
  'The service responds.': 'Der Dienst antwortet.',
  'The signing secret of the webhook is set.': 'Der Signaturschlüssel des Webhooks ist eingetragen.',
  'The template "{0}" is off or in quarantine, or its connector is off or not checked yet.':
    'Die Vorlage „{0}“ ist ausgeschaltet oder in Quarantäne, oder ihr Konnektor ist ausgeschaltet oder noch nicht geprüft.',
  'The service refuses the credentials of the connector of "{0}": nothing is looked up.':
    'Der Dienst weist die Zugangsdaten des Konnektors von „{0}“ zurück: Es wird nichts nachgeschlagen.',
  'The ticket is closed and accepts no more comments.':
    'Das Ticket ist geschlossen und nimmt keine Kommentare mehr an.',
  'The token is being renewed.': 'Das Token wird gerade erneuert.',
  'The vendor refused our access token.': 'Der Helpdesk hat unser Zugriffstoken abgelehnt.',
  'There is no field {0}: it is never met.': 'Es gibt kein Feld {0}: Es ist nie erfüllt.',
  'a person took over': 'eine Person hat übernommen',
  'an answer that could not be read': 'eine Antwort, die nicht lesbar war',
  'add owner_match, or an input from customer.email or customer.external_id. Until then no customer is answered with it.':
    'ergänzen Sie owner_match oder eine Eingabe aus customer.email oder customer.external_id. ' +
    'Bis dahin bekommt niemand eine Antwort daraus.',
  'is between {0} and {1}': 'liegt zwischen {0} und {1}',
  'is never below {0}': 'ist nie kleiner als {0}',
  'is one of {0}': 'ist eines von {0}',
  matched: 'trifft zu',
  'no answer to the request': 'keine Antwort auf die Anfrage',
  'not matched': 'trifft nicht zu',
  'not reached': 'nicht geprüft',
  'the sender was held up': 'der Versand wurde aufgehalten',
  'the ticket keeps changing': 'das Ticket wird laufend geändert',
  'the vendor refuses our credentials': 'der Helpdesk lehnt unsere Zugangsdaten ab',
  '{0} ({1})': '{0} ({1})',
  '{0} If tests of templates answer 404, use the path of that address in the base URL.':
    '{0} Antworten Tests von Vorlagen mit 404, gehört der Pfad dieser Adresse in die Basisadresse.',
  '{0} {1}: this condition can never be met.': '{0} {1}: Diese Bedingung ist nie erfüllt.',
  'a status that does not matter here': 'ein Status, der hier nichts ändert',
  'our own change': 'unsere eigene Änderung',
  'older than this connection': 'älter als unsere Verbindung',
  'the subject of a message that came before': 'der Betreff zu Worten, die schon da waren',
  'no ticket id': 'ohne Nummer des Tickets',
  'unknown form': 'unbekannte Form',
  'another kind of event': 'eine andere Art von Ereignis',
  'a comment without id or author': 'ein Kommentar ohne ID oder Verfasser',
  'a private comment': 'ein interner Kommentar',
  'our own change of state': 'unsere eigene Änderung des Status',
  unassigned: 'niemandem zugewiesen',
  'a test event of this desk': 'ein Testereignis dieses Desks',
};
