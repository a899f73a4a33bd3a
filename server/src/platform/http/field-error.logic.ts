import { inEnglish, inWords, sentence, type Sentence, type Translation } from '../words/sentence.logic.ts';

/** A complaint about a request: `path` is a JSON Pointer into the body, or `query.limit`, `header.x-workspace-id`. */
export interface FieldError {
  readonly path: string;
  readonly message: Sentence;
}

const asItIs: Translation = (template) => template;

/** The complaint by itself, as a sentence. What begins with a verb goes on from the name of the field. */
export function sentenceOf({ path, message }: FieldError, translated: Translation = asItIs): string {
  const said = inWords(message, translated);
  if (!/^\p{Ll}/u.test(said)) return said;
  const text = isAboutField(message)
    ? `${nameOf(path, translated)} ${said}`
    : said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether the English words go on from the name of the field, as those of other languages then do, too. */
export const isAboutField = (message: Sentence): boolean => /^(?:must|is|does|applies)\b/.test(inEnglish(message));

/** The last member of a pointer; an entry of a list with the name of the list. */
const nameOf = (path: string, translated: Translation): string => {
  if (path === '') return inWords(sentence`The body`, translated);
  const members = path.split('/').map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = members.at(-1) ?? '';
  return /^\d+$/.test(last) && members.length > 2 ? members.slice(-2).join('/') : last;
};
