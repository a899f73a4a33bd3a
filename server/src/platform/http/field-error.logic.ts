/** A complaint about a request: `path` is a JSON Pointer into the body, or `query.limit`, `header.x-workspace-id`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The complaint by itself, as a sentence. What begins with a verb goes on from the name of the field. */
export function sentenceOf({ path, message }: FieldError): string {
  if (!/^[a-z]/.test(message)) return message;
  const isAboutField = /^(?:must|is|does|applies)\b/.test(message);
  const text = isAboutField ? `${nameOf(path)} ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The last member of a pointer; an entry of a list with the name of the list. */
const nameOf = (path: string): string => {
  if (path === '') return 'The body';
  const members = path.split('/').map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = members.at(-1) ?? '';
  return /^\d+$/.test(last) && members.length > 2 ? members.slice(-2).join('/') : last;
};
