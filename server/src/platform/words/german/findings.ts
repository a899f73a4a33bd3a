/** What is found in documents, and why one cannot be read. */
export const findingsInGerman = {
  'It is not used in answers.': 'Es wird in Antworten nicht verwendet.',
  'It is no longer used in answers.': 'Es wird in Antworten nicht mehr verwendet.',
  'The stored version is used until {0} UTC.': 'Die gespeicherte Version wird bis {0} UTC verwendet.',
  'The previous version is still used.': 'Die vorige Version wird weiter verwendet.',
  'The document expired on {0} and is no longer used in answers.':
    'Das Dokument galt bis {0} und wird in Antworten nicht mehr verwendet.',
  'If it is still correct, set a later expiry date. Otherwise replace or remove it.':
    'Stimmt es noch, setzen Sie ein späteres Ablaufdatum. Sonst ersetzen oder entfernen Sie es.',
  'The document mentions something that ended on {0}.': 'Das Dokument erwähnt etwas, das am {0} endete.',
  'Update the text, or set an expiry date.':
    'Bringen Sie den Text auf den neuesten Stand, oder setzen Sie ein Ablaufdatum.',
  'The document was last read from its source on {0}.': 'Das Dokument wurde zuletzt am {0} aus seiner Quelle gelesen.',
  'Check whether it is still correct, then ingest it again.': 'Prüfen Sie, ob es noch stimmt, dann lesen Sie es neu.',
  'Merge it with the documents that rank higher, or give it a more specific title and headings.':
    'Führen Sie es mit den Dokumenten zusammen, die vor ihm stehen, oder geben Sie ihm genauere Titel und Überschriften.',
  'None of the {0} answers since {1} used this document.':
    'Keine der {0} Antworten seit dem {1} hat dieses Dokument verwendet.',
  'Check whether customers ask about it in other words. If nobody asks about it, consider removing it.':
    'Prüfen Sie, ob Kunden in anderen Worten danach fragen. Fragt niemand danach, entfernen Sie es vielleicht.',
  'the only rated answer': 'die einzige bewertete Antwort',
  '{0} of {1} rated answers': '{0} von {1} bewerteten Antworten',
  'People rated {0} from this document as bad.': 'Als schlecht bewertet: {0} aus diesem Dokument.',
  'Read the quoted words as a customer would: correct or complete them, or teach the question to the document that answers it.':
    'Lesen Sie die zitierten Worte wie ein Kunde: Berichtigen oder ergänzen Sie sie, oder lehren Sie die Frage das Dokument, ' +
    'das sie beantwortet.',
  'It is still being ingested.': 'Es wird noch gelesen.',
  'Its collection is disabled.': 'Seine Sammlung ist ausgeschaltet.',
  'The document is disabled.': 'Das Dokument ist ausgeschaltet.',
  'The document has expired.': 'Das Dokument ist abgelaufen.',
  'Its source no longer exists.': 'Seine Quelle gibt es nicht mehr.',
  'Its retrieval has not been tested yet.': 'Ob es gefunden wird, ist noch nicht geprüft.',
  'Other documents rank higher: it was found for {0} of {1} test questions made from its own text.':
    'Andere Dokumente stehen vor ihm: Es wurde für {0} von {1} Testfragen aus seinem eigenen Text gefunden.',
  'The document contradicts itself: “{0}” and “{1}”': 'Das Dokument widerspricht sich: „{0}“ und „{1}“',
  'Two documents disagree: “{0}” and “{1}”': 'Zwei Dokumente widersprechen einander: „{0}“ und „{1}“',
  'Find out which passage is correct, then correct or remove the other. Customers may get either one.':
    'Finden Sie heraus, welcher Abschnitt stimmt, und berichtigen oder entfernen Sie den anderen. ' +
    'Kunden können beide bekommen.',
  '{0} documents have the same text.': '{0} Dokumente haben denselben Text.',
  'Keep one of them. Copies push other documents out of the results and are easily forgotten when the text changes.':
    'Behalten Sie eines davon. Kopien verdrängen andere Dokumente aus den Ergebnissen, und man vergisst sie leicht, ' +
    'wenn sich der Text ändert.',
  'The two texts are about {0} % the same.': 'Die beiden Texte stimmen zu etwa {0} % überein.',
  'Merge them, or make clear in the titles what each one is for.':
    'Führen Sie sie zusammen, oder sagen Sie in den Titeln, wofür jedes da ist.',
  'Give it a title in the words that customers use. Titles count for much in search.':
    'Geben Sie ihm einen Titel in den Worten Ihrer Kunden. Titel zählen beim Suchen viel.',
  'Add more detail, or merge it with a related document.':
    'Ergänzen Sie es, oder führen Sie es mit einem verwandten Dokument zusammen.',
  'The title “{0}” does not say what the document is about.':
    'Der Titel „{0}“ sagt nicht, worum es in dem Dokument geht.',
  'The document contains only placeholder text.': 'Das Dokument enthält nur Platzhalter.',
  'The document has only one word.': 'Das Dokument hat nur ein Wort.',
  'The document has only {0} words.': 'Das Dokument hat nur wenige Wörter ({0}).',
  'The document is long and has no headings.': 'Das Dokument ist lang und hat keine Überschriften.',
  'Check its passages, then upload it in another format (DOCX, HTML or Markdown) with real headings and text.':
    'Prüfen Sie seine Abschnitte, dann laden Sie es in einem anderen Format ' +
    '(DOCX, HTML oder Markdown) mit echten Überschriften und Text hoch.',
  'Characters were lost when the text was extracted.': 'Beim Lesen des Textes gingen Zeichen verloren.',
  'The text was read in the wrong encoding.': 'Der Text wurde in der falschen Zeichenkodierung gelesen.',
  'Words were split into single letters when the text was extracted.':
    'Beim Lesen des Textes zerfielen Wörter in einzelne Buchstaben.',
  'Words ran together when the text was extracted.': 'Beim Lesen des Textes liefen Wörter zusammen.',
  'The document is written partly in “{0}” and partly in “{1}”.':
    'Das Dokument ist teils in „{0}“ und teils in „{1}“ geschrieben.',
  'Create one document per language. Search uses one language for each document.':
    'Legen Sie für jede Sprache ein eigenes Dokument an. Die Suche kennt für jedes Dokument nur eine Sprache.',
  'Find out where the passage comes from, remove it, and check who can edit the source.':
    'Finden Sie heraus, woher der Abschnitt stammt, entfernen Sie ihn, und prüfen Sie, wer die Quelle ändern kann.',
  'The document contains hidden text that looks like instructions to an AI. The hidden text was not indexed.':
    'Das Dokument enthält verborgenen Text, der wie Anweisungen an eine KI aussieht. Er wurde nicht in die Suche aufgenommen.',
  'The document contains hidden characters.': 'Das Dokument enthält verborgene Zeichen.',
  'The document contains text that looks like instructions to an AI.':
    'Das Dokument enthält Text, der wie Anweisungen an eine KI aussieht.',
  'The same passage is in both documents.': 'Derselbe Abschnitt steht in beiden Dokumenten.',
  'Two passages say the same thing in different words.': 'Zwei Abschnitte sagen dasselbe in verschiedenen Worten.',
  'Keep it in one place and link to it. With two copies, one is easily forgotten when something changes.':
    'Behalten Sie ihn an einer Stelle, und verweisen Sie darauf. Von zwei Kopien vergisst man leicht eine, wenn sich etwas ändert.',
  'This file type is not supported.': 'Diese Dateiart wird nicht unterstützt.',
  'Upload it as PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML or plain text.':
    'Laden Sie sie als PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML oder einfachen Text hoch.',
  'The document is too large.': 'Das Dokument ist zu groß.',
  'Split it into smaller documents. A document may have 25 MiB (for a cloud drive’s own formats, the exported file counts), 2,000 pages, 20 MiB of text and 50,000 passages.':
    'Teilen Sie es in kleinere Dokumente. Ein Dokument darf 25 MiB (bei eigenen Formaten eines Cloud-Laufwerks zählt die ' +
    'exportierte Datei), 2.000 Seiten, 20 MiB Text und 50.000 Abschnitte haben.',
  'The document is protected by a password.': 'Das Dokument ist mit einem Passwort geschützt.',
  'Save a copy without the password and upload that.':
    'Speichern Sie eine Kopie ohne Passwort, und laden Sie diese hoch.',
  'No text was found in the document.': 'In dem Dokument wurde kein Text gefunden.',
  'Upload a version that contains text. Run text recognition on scanned pages first.':
    'Laden Sie eine Fassung hoch, die Text enthält. Wenden Sie auf gescannte Seiten zuerst eine Texterkennung an.',
  'The file is damaged, or its content does not match its type.':
    'Die Datei ist beschädigt, oder ihr Inhalt passt nicht zu ihrer Art.',
  'Open it in the program that created it, save it again, and upload the new file.':
    'Öffnen Sie sie in dem Programm, das sie erzeugt hat, speichern Sie sie neu, und laden Sie die neue Datei hoch.',
  'The source denied access to the document.': 'Die Quelle hat den Zugriff auf das Dokument verweigert.',
  'Grant access to it at the source, then ingest it again.':
    'Erlauben Sie den Zugriff an der Quelle, dann lesen Sie es neu.',
  'The source no longer has the document.': 'Die Quelle hat das Dokument nicht mehr.',
  'Restore it at the source and ingest it again, upload it here, or remove the document.':
    'Stellen Sie es an der Quelle wieder her und lesen Sie es neu, laden Sie es hier hoch, oder entfernen Sie das Dokument.',
  'Access to the source was revoked.': 'Der Zugriff auf die Quelle wurde entzogen.',
  'Connect the source again, then ingest the document again.':
    'Verbinden Sie die Quelle neu, dann lesen Sie das Dokument neu.',
  'Reading the document took too long.': 'Das Dokument zu lesen dauerte zu lange.',
  'Ingest it again. If that fails too, split it into smaller documents.':
    'Lesen Sie es neu. Scheitert auch das, teilen Sie es in kleinere Dokumente.',
  'The source is rejecting requests because of its rate limit.':
    'Die Quelle weist Anfragen ab, weil ihre Anfragegrenze erreicht ist.',
  'Wait an hour, then ingest it again. If that fails too, ask the vendor for a higher limit.':
    'Warten Sie eine Stunde, dann lesen Sie es neu. Scheitert auch das, bitten Sie den Anbieter um eine höhere Grenze.',
  'The organization has no room for this file.': 'Die Organisation hat keinen Platz für diese Datei.',
  'Delete documents, or ask the operator for more room. The file is then read by itself.':
    'Löschen Sie Dokumente, oder bitten Sie den Betreiber um mehr Platz. Die Datei wird dann von selbst gelesen.',
};
