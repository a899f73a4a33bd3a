import { words } from '../../ui/i18n/words.ts';

const en = {
  suggest: 'Suggest',
  nothing: 'The knowledge holds no answer to the last message.',
  done: 'From your knowledge. Read it before you send it.',
};
const de: typeof en = {
  suggest: 'Vorschlagen',
  nothing: 'Das Wissen enthält keine Antwort auf die letzte Nachricht.',
  done: 'Aus Ihrem Wissen. Lesen Sie es, bevor Sie es senden.',
};

export const suggestWords = words('suggest', { en, de });
