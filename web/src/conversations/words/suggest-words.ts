import { words } from '../../ui/i18n/words.ts';

const en = {
  suggest: 'Suggest',
  nothing: 'The knowledge base has no answer to the last message.',
  done: 'From your knowledge. Read it before you send it.',
  forStaff: 'For the team only',
  notInserted: 'Not put into the reply.',
  close: 'Close',
};
const de: typeof en = {
  suggest: 'Vorschlagen',
  nothing: 'Das Wissen enthält keine Antwort auf die letzte Nachricht.',
  done: 'Aus Ihrem Wissen. Lesen Sie es, bevor Sie es senden.',
  forStaff: 'Nur für das Team',
  notInserted: 'Nicht in die Antwort übernommen.',
  close: 'Schließen',
};

export const suggestWords = words('suggest', { en, de });
