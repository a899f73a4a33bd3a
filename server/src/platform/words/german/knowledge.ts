/** Documents, collections and the cloud drive. */
export const knowledgeInGerman = {
  'The document already has this question.': 'Das Dokument hat diese Frage schon.',
  'A document can have at most {0} learned questions.': 'Ein Dokument kann höchstens {0} gelehrte Fragen haben.',
  'The collection still has documents ({0}).': 'Die Sammlung enthält noch Dokumente ({0}).',
  'It is in use. Change what uses it first.': 'Das wird verwendet. Ändern Sie zuerst, was es verwendet.',
  'This document was made from text. Send the text instead of a file.':
    'Dieses Dokument entstand aus Text. Senden Sie den Text statt einer Datei.',
  'This document was made from a file: send the file.':
    'Dieses Dokument entstand aus einer Datei: Senden Sie die Datei.',
  'This document was made from a file of the cloud drive: change it there, then ingest it again without a body.':
    'Dieses Dokument entstand aus einer Datei des Cloud-Laufwerks: Ändern Sie sie dort, dann lesen Sie sie ohne Body neu.',
  'No client id and secret are configured for the cloud drive.':
    'Für das Cloud-Laufwerk sind weder Client-ID noch Client-Secret hinterlegt.',
  'Reading files was not granted. Start again, and leave that permission ticked.':
    'Das Lesen der Dateien wurde nicht erlaubt. Beginnen Sie neu, und lassen Sie dieses Häkchen stehen.',
  'The cloud drive did not accept the code: {0}.': 'Das Cloud-Laufwerk hat den Code nicht angenommen: {0}.',
  'The cloud drive did not grant lasting access. Remove our access in the account there, then connect again.':
    'Das Cloud-Laufwerk hat keinen dauerhaften Zugriff erlaubt. Entziehen Sie uns dort den Zugriff, dann verbinden Sie neu.',
  'This cloud drive account is already connected to another organization.':
    'Dieses Konto des Cloud-Laufwerks ist schon mit einer anderen Organisation verbunden.',
  'The cloud drive is not connected, or needs to be reconnected.':
    'Das Cloud-Laufwerk ist nicht verbunden oder muss neu verbunden werden.',
  'The cloud drive is rejecting requests because of its rate limit.':
    'Das Cloud-Laufwerk weist Anfragen ab, weil seine Anfragegrenze erreicht ist.',
  'The cloud drive could not complete the request: it answered with the status {0}.':
    'Das Cloud-Laufwerk konnte die Anfrage nicht erfüllen: Es antwortete mit dem Status {0}.',
  'The cloud drive did not answer in time.': 'Das Cloud-Laufwerk hat nicht rechtzeitig geantwortet.',
  'The cloud drive did not answer, or not as it should.':
    'Das Cloud-Laufwerk hat nicht geantwortet, oder nicht wie es sollte.',
  'Name files, a folder, or both.': 'Nennen Sie Dateien, einen Ordner oder beides.',
  'This is a folder. Send it as folder_id.': 'Das ist ein Ordner. Senden Sie ihn als folder_id.',
  'This folder does not exist, or we have no access to it.':
    'Diesen Ordner gibt es nicht, oder wir haben keinen Zugriff darauf.',
  'This is a file. Send it in file_ids.': 'Das ist eine Datei. Senden Sie sie in file_ids.',
  'The folder has more than 1000 files. Choose smaller folders.':
    'Der Ordner enthält mehr als 1000 Dateien. Wählen Sie kleinere Ordner.',
  'This is a file, not a folder.': 'Das ist eine Datei, kein Ordner.',
  'PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML and plain text can be read.':
    'Gelesen werden können PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML und einfacher Text.',
  'The documents of this organization may use {0} MB. Delete some, or ask the operator.':
    'Die Dokumente dieser Organisation dürfen {0} MB belegen. Löschen Sie einige, oder fragen Sie den Betreiber.',
};
