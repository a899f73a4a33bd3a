import { oneLine } from './drafts.logic.ts';

/** Default titles that programs write if the author gives none. */
const defaultTitle = new RegExp(
  String.raw`^(?:\W*(?:anonymous|untitled|unnamed|unbenannt|sans titre|title|document|dokument|powerpoint[ -]\S+|` +
    String.raw`presentation|präsentation|slide)\W*\d*|microsoft \w+ - .*|` +
    String.raw`[^\s/]+\.(?:docx?|pptx?|xlsx?|odt|rtf|pdf|indd|tex|dvi|qxp|html?))$`,
  'i',
);

/** Returns the title from a file's metadata, or null if it does not describe the content. */
export function titleWorthKeeping(declared: string | undefined): string | null {
  const title = oneLine(declared ?? '').slice(0, 300);
  return title === '' || defaultTitle.test(title) ? null : title;
}
