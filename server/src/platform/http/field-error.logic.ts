import { inEnglish, inWords, sentence, type Sentence, type Translation } from '../words/sentence.logic.ts';

/** An error in one field: `path` is a JSON Pointer into the body, or a name such as `query.limit`, `header.x-workspace-id`. */
export interface FieldError {
  readonly path: string;
  readonly message: Sentence;
}

const asItIs: Translation = (template) => template;

/** Returns the error as a complete sentence. A message that begins with a verb gets the name of the field as its subject. */
export function sentenceOf({ path, message }: FieldError, translated: Translation = asItIs): string {
  const words = inWords(message, translated);
  if (!/^\p{Ll}/u.test(words)) return words;
  const text = isAboutField(message)
    ? `${nameOf(path, translated)} ${words}`
    : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether the message needs the name of the field as its subject. Checks the English text; translations follow it. */
export const isAboutField = (message: Sentence): boolean => /^(?:must|is|does|applies)\b/.test(inEnglish(message));

/** Returns the last member of a pointer; for an entry of a list, with the name of the list. */
const nameOf = (path: string, translated: Translation): string => {
  if (path === '') return inWords(sentence`The body`, translated);
  const members = path.split('/').map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = members.at(-1) ?? '';
  return /^\d+$/.test(last) && members.length > 2 ? members.slice(-2).join('/') : last;
};
