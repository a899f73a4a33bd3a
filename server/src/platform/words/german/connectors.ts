/** Connections to account systems, their templates and their OpenAPI documents. */
export const connectorsInGerman = {
  'this template only reads; rules use it for look-ups':
    'diese Vorlage liest nur; Regeln verwenden sie zum Nachschlagen',
  'It is for verified customers, and this customer is not verified.':
    'Das ist nur für bestätigte Kunden, und diese Person ist nicht bestätigt.',
  'does not exist, or is switched off': 'gibt es nicht, oder es ist ausgeschaltet',
  'There is no value for: {0}.': 'Es fehlt ein Wert für: {0}.',
  'The request differs from the one that was shown, or was shown too long ago. Review it again.':
    'Die Anfrage ist eine andere als die gezeigte, oder sie wurde vor zu langer Zeit gezeigt. Sehen Sie sie noch einmal an.',
  'the action has no such input, or it cannot be entered':
    'diese Eingabe hat die Aktion nicht, oder sie lässt sich nicht eintragen',
  'This was already done. To do it once more, open it again.':
    'Das wurde schon getan. Öffnen Sie es neu, um es noch einmal zu tun.',
  'The action may have been carried out anyway. Check the connected system before you try again.':
    'Die Aktion kann trotzdem ausgeführt worden sein. Sehen Sie im verbundenen System nach, bevor Sie es noch einmal versuchen.',
  'This connector has no credentials to rotate.': 'Dieser Konnektor hat keine Zugangsdaten, die sich ersetzen ließen.',
  'The previous credentials are still valid. Wait for the end of the grace period.':
    'Die alten Zugangsdaten gelten noch. Warten Sie, bis ihre Frist abgelaufen ist.',
  'The service rejected the new credentials, so the previous ones are used again. Rotate again.':
    'Der Dienst hat die neuen Zugangsdaten abgelehnt; die alten werden wieder verwendet. Ersetzen Sie sie noch einmal.',
  '{0} {1} The former credentials stay.': '{0} {1} Die alten Zugangsdaten bleiben.',
  'The template {0} failed: {1}': 'Die Vorlage {0} ist gescheitert: {1}',
  'The connector was changed while the credentials were tested. Try again.':
    'Der Konnektor wurde geändert, während die Zugangsdaten geprüft wurden. Versuchen Sie es noch einmal.',
  'the template has no such input': 'diese Eingabe hat die Vorlage nicht',
  'This changes data in the connected system. Send allow_write: true to do it.':
    'Das ändert Daten im verbundenen System. Senden Sie allow_write: true, um es zu tun.',
  'A value is missing or has the wrong type for: {0}.': 'Ein Wert fehlt oder hat den falschen Typ: {0}.',
  'A validation or rotation of this connector is running. Wait until it has ended.':
    'Dieser Konnektor wird gerade geprüft, oder seine Zugangsdaten werden ersetzt. Warten Sie, bis das beendet ist.',
  'this header is set by the connection itself': 'dieses Kopffeld setzt die Verbindung selbst',
  'is needed for {0}': 'muss für {0} angegeben werden',
  'must not contain a colon': 'darf keinen Doppelpunkt enthalten',
  'must differ from the other header names': 'muss sich von den anderen Kopffeldern unterscheiden',
  'must have no line breaks or control characters': 'darf keine Zeilenumbrüche oder Steuerzeichen enthalten',
  'must contain only characters that a header can carry': 'darf nur Zeichen enthalten, die in ein Kopffeld passen',
  'this kind has no credentials': 'diese Art hat keine Zugangsdaten',
  '{0} takes {1}': '{0} verlangt {1}',
  'must be an absolute URL': 'muss eine vollständige Adresse sein',
  'must begin with https://': 'muss mit https:// beginnen',
  'must not contain credentials; enter them separately':
    'darf keine Zugangsdaten enthalten; tragen Sie diese getrennt ein',
  'must have no query and no fragment': 'darf weder Abfrage noch Sprungmarke enthalten',
  'Rules use it. Change them first.': 'Regeln verwenden das. Ändern Sie zuerst diese.',
  'The service redirects. Only a GET request is sent again.':
    'Der Dienst leitet um. Nur eine GET-Anfrage wird noch einmal gesendet.',
  'The service redirects too often.': 'Der Dienst leitet zu oft um.',
  'The host name cannot be resolved.': 'Der Rechnername lässt sich nicht auflösen.',
  'Check the base URL for a typing error.': 'Prüfen Sie die Basisadresse auf Tippfehler.',
  'This address is not allowed. Only public addresses over https are.':
    'Diese Adresse ist nicht erlaubt. Erlaubt sind nur öffentliche Adressen über https.',
  'Use the public https address of the service, or ask the operator of this installation to allow the host.':
    'Verwenden Sie die öffentliche https-Adresse des Dienstes, oder bitten Sie den Betreiber, den Rechner zu erlauben.',
  'No encrypted connection can be made to the host.':
    'Zu diesem Rechner kommt keine verschlüsselte Verbindung zustande.',
  'Check the port of the base URL: the service may not use TLS there.':
    'Prüfen Sie den Port der Basisadresse: Der Dienst verwendet dort vielleicht kein TLS.',
  'The certificate of the host is not signed by an authority that this installation trusts.':
    'Das Zertifikat des Rechners stammt von keiner Stelle, der diese Installation vertraut.',
  'Ask the operator of the service for a certificate of a public authority, or the operator of this installation to trust theirs.':
    'Bitten Sie den Betreiber des Dienstes um ein öffentliches Zertifikat, oder den dieser Installation, der Stelle zu vertrauen.',
  'The certificate of the host is not valid at present.': 'Das Zertifikat des Rechners ist zurzeit nicht gültig.',
  'Ask the operator of the service to renew it. If it is valid, check the clock of this installation.':
    'Bitten Sie den Betreiber des Dienstes, es zu erneuern. Ist es gültig, prüfen Sie die Uhr dieser Installation.',
  'The certificate of the host is for another host name.':
    'Das Zertifikat des Rechners gilt für einen anderen Rechnernamen.',
  'Use the host name that the certificate is for as the base URL, or ask the operator of the service to correct it.':
    'Verwenden Sie den Namen, für den es gilt, als Basisadresse, oder bitten Sie den Betreiber des Dienstes, es zu berichtigen.',
  'The host does not accept connections.': 'Der Rechner nimmt keine Verbindungen an.',
  'Check the base URL and whether the service is running.': 'Prüfen Sie die Basisadresse, und ob der Dienst läuft.',
  'The service did not respond in time.': 'Der Dienst hat nicht rechtzeitig geantwortet.',
  'Try again later. If it is always slow, raise the time limit.':
    'Versuchen Sie es später noch einmal. Ist er immer langsam, erhöhen Sie die Zeitgrenze.',
  'The response is larger than 1 MiB.': 'Die Antwort ist größer als 1 MiB.',
  'Request a single record, or fewer records at once.':
    'Fragen Sie einen einzelnen Datensatz ab, oder weniger auf einmal.',
  'The response is incomplete or malformed.': 'Die Antwort ist unvollständig oder fehlerhaft.',
  'Ask the operator of the service to fix it.': 'Bitten Sie den Betreiber des Dienstes, das zu beheben.',
  'The response is not JSON.': 'Die Antwort ist kein JSON.',
  'Check the path of the template: it may lead to a web page.':
    'Prüfen Sie den Pfad der Vorlage: Er führt vielleicht auf eine Webseite.',
  'The service redirects to another host. Credentials are not sent there.':
    'Der Dienst leitet auf einen anderen Rechner um. Dorthin werden keine Zugangsdaten gesendet.',
  'Use the address that it redirects to as the base URL.':
    'Verwenden Sie die Adresse, auf die er umleitet, als Basisadresse.',
  'The service rejected the credentials.': 'Der Dienst hat die Zugangsdaten abgelehnt.',
  'Enter new credentials, or grant these more permissions.':
    'Geben Sie neue Zugangsdaten ein, oder geben Sie diesen mehr Rechte.',
  'The service has no such record.': 'Der Dienst hat keinen solchen Datensatz.',
  'Check the path of the template and the requested value.':
    'Prüfen Sie den Pfad der Vorlage und den angefragten Wert.',
  'The rate limit of the service is reached.': 'Die Anfragegrenze des Dienstes ist erreicht.',
  'Wait, or lower the limit of requests per minute.': 'Warten Sie, oder senken Sie die Grenze der Anfragen je Minute.',
  'The service rejected the request.': 'Der Dienst hat die Anfrage abgelehnt.',
  'Check the parameters of the template against its documentation.':
    'Vergleichen Sie die Parameter der Vorlage mit seiner Dokumentation.',
  'The service failed.': 'Der Dienst ist gescheitert.',
  'Try again later. If it keeps failing, ask the operator of the service.':
    'Versuchen Sie es später noch einmal. Scheitert er weiter, fragen Sie seinen Betreiber.',
  'The service did not issue a token for these credentials.':
    'Der Dienst hat für diese Zugangsdaten kein Token ausgestellt.',
  'Check the client id, the client secret and the token URL.': 'Prüfen Sie Client-ID, Client-Secret und Token-URL.',
  'No credentials are configured.': 'Es sind keine Zugangsdaten hinterlegt.',
  'Enter the credentials of the connector.': 'Geben Sie die Zugangsdaten des Konnektors ein.',
  'The service has failed several times, so requests to it are paused.':
    'Der Dienst ist mehrmals gescheitert. Anfragen an ihn pausieren.',
  'Requests resume automatically.': 'Sie werden von selbst wieder aufgenommen.',
  'The limit of requests per minute is reached.': 'Die Grenze der Anfragen je Minute ist erreicht.',
  'Wait a minute, or raise the limit of the connector.':
    'Warten Sie eine Minute, oder erhöhen Sie die Grenze des Konnektors.',
  'The connector is not active.': 'Der Konnektor ist nicht aktiv.',
  'Switch it on and validate it.': 'Schalten Sie ihn ein und prüfen Sie ihn.',
  'The service has changed what this template depends on.':
    'Der Dienst hat geändert, worauf diese Vorlage sich stützt.',
  'Compare the template with the schema, change it, and test it.':
    'Vergleichen Sie die Vorlage mit dem Schema, ändern Sie sie und testen Sie sie.',
  'A required value is missing.': 'Ein nötiger Wert fehlt.',
  'Enter the value, or make the input optional.': 'Geben Sie den Wert ein, oder machen Sie die Eingabe freiwillig.',
  'No valid request can be made with these values.': 'Mit diesen Werten lässt sich keine gültige Anfrage bilden.',
  'Check the values and the template.': 'Prüfen Sie die Werte und die Vorlage.',
  'The response has none of the outputs of the template.': 'Die Antwort enthält keinen der Ausgabewerte der Vorlage.',
  'Compare the outputs of the template with the response. If only rules need it, set its use to facts.':
    'Vergleichen Sie die Ausgabewerte der Vorlage mit der Antwort. Brauchen nur Regeln sie, verwenden Sie sie für Tatsachen.',
  'The record belongs to somebody else.': 'Der Datensatz gehört jemand anderem.',
  'No action is needed. It is not shown to the customer.': 'Nichts ist zu tun. Er wird dem Kunden nicht gezeigt.',
  'The service rejected the request (status {0}).': 'Der Dienst hat die Anfrage abgelehnt (Status {0}).',
  '{0} {1}': '{0} {1}',
  'It is a Swagger 2.0 document. Convert it to OpenAPI 3, which most tools for Swagger can do.':
    'Es ist ein Dokument von Swagger 2.0. Wandeln Sie es in OpenAPI 3 um; die meisten Werkzeuge für Swagger können das.',
  'It is not an OpenAPI document of version 3.0 or 3.1.': 'Es ist kein OpenAPI-Dokument der Version 3.0 oder 3.1.',
  'It describes more than can be kept.': 'Es beschreibt mehr, als aufbewahrt werden kann.',
  'It refers to another document ({0}); only references inside it are read.':
    'Es verweist auf ein anderes Dokument ({0}); gelesen werden nur Verweise in ihm selbst.',
  'It refers to something that it does not contain ({0}).': 'Es verweist auf etwas, das es nicht enthält ({0}).',
  'It cannot be read: it is neither JSON nor YAML, or its references lead nowhere.':
    'Es lässt sich nicht lesen: Es ist weder JSON noch YAML, oder seine Verweise führen ins Leere.',
  'It describes no operations.': 'Es beschreibt keine Operationen.',
  'It describes {0} operations; at most {1} are read.': 'Es beschreibt {0} Operationen; gelesen werden höchstens {1}.',
  'The document is given only to those who sign in, and the desk reads it without credentials.':
    'Das Dokument bekommt nur, wer sich anmeldet, und gelesen wird es ohne Zugangsdaten.',
  'Name an address at which it is public, or upload it as a file.':
    'Nennen Sie eine Adresse, an der es öffentlich ist, oder laden Sie es als Datei hoch.',
  'There is no document at its address.': 'Unter seiner Adresse gibt es kein Dokument.',
  'Check the address of the OpenAPI document.': 'Prüfen Sie die Adresse des OpenAPI-Dokuments.',
  'The document is larger than 5 MB.': 'Das Dokument ist größer als 5 MB.',
  'Provide a document with only the operations that are needed.':
    'Geben Sie ein Dokument an, das nur die nötigen Operationen enthält.',
  'Check that it is an OpenAPI document of version 3.0 or 3.1, complete in one file.':
    'Prüfen Sie, ob es ein OpenAPI-Dokument der Version 3.0 oder 3.1 ist, vollständig in einer Datei.',
  'The document takes too long to read.': 'Das Dokument zu lesen dauert zu lange.',
  'The document is too large or too complex.': 'Das Dokument ist zu groß oder zu verschachtelt.',
  'The document cannot be read.': 'Das Dokument lässt sich nicht lesen.',
  'There is no snapshot yet: take one of the OpenAPI document with ?refresh=true, or test a template.':
    'Noch ist kein Schema aufgenommen: Nehmen Sie eines aus dem OpenAPI-Dokument auf (?refresh=true), oder testen Sie eine Vorlage.',
  'A part of the path has no value.': 'Ein Teil des Pfades hat keinen Wert.',
  'A part of the path may not be "." or "..".': 'Kein Teil des Pfades darf „.“ oder „..“ sein.',
  'The header {0} must not contain line breaks.': 'Das Kopffeld {0} darf keine Zeilenumbrüche enthalten.',
  'The header {0} must contain only Latin letters.': 'Das Kopffeld {0} darf nur lateinische Buchstaben enthalten.',
  'a GET request has no body': 'eine GET-Anfrage hat keinen Body',
  'must have at most {0} entries': 'darf höchstens {0} Einträge haben',
  'must have no query and no fragment; use `query`':
    'darf weder Abfrage noch Sprungmarke enthalten; verwenden Sie `query`',
  'must stay on the host': 'muss auf dem Rechner bleiben',
  'must have no . or .. segments': 'darf keine Abschnitte . oder .. enthalten',
  'there is no input "{0}"': 'eine Eingabe „{0}“ gibt es nicht',
  'a constant needs a value': 'eine Konstante braucht einen Wert',
  'must be of the type {0}': 'muss vom Typ {0} sein',
  'must be one of {0}': 'muss eines davon sein: {0}',
  'an identifier is a string or an integer': 'eine Kennung ist ein Text oder eine ganze Zahl',
  'two inputs have this name': 'zwei Eingaben haben diesen Namen',
  'is not a header name': 'ist kein Name eines Kopffelds',
  'is set by the connection itself': 'wird von der Verbindung selbst gesetzt',
  'must have no line breaks': 'darf keine Zeilenumbrüche enthalten',
  'a write is never repeated': 'was Daten ändert, wird nie wiederholt',
  'rules cannot use a write': 'was Daten ändert, können Regeln nicht verwenden',
  '{0} is a write': '{0} ändert Daten',
  'a brace is open: write {output} or {output | date}':
    'eine Klammer ist offen: Schreiben Sie {output} oder {output | date}',
  'there is no output "{0}"': 'einen Ausgabewert „{0}“ gibt es nicht',
  '"{0}" is not one of {1}': '„{0}“ ist keines von {1}',
  '"{0}" is neither a currency such as EUR nor an output': '„{0}“ ist weder eine Währung wie EUR noch ein Ausgabewert',
};
