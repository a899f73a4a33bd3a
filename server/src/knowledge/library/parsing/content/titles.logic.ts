import { oneLine } from './drafts.logic.ts';

/** What programs write where nobody gave a title. */
const nobodys = new RegExp(
  String.raw`^(?:\W*(?:anonymous|untitled|unnamed|unbenannt|sans titre|title|document|dokument|powerpoint[ -]\S+|` +
    String.raw`presentation|präsentation|slide)\W*\d*|microsoft \w+ - .*|` +
    String.raw`[^\s/]+\.(?:docx?|pptx?|xlsx?|odt|rtf|pdf|indd|tex|dvi|qxp|html?))$`,
  'i',
);

/** The title that a file says it has, or null where it says nothing about what is in it. */
export function titleWorthKeeping(said: string | undefined): string | null {
  const title = oneLine(said ?? '').slice(0, 300);
  return title === '' || nobodys.test(title) ? null : title;
}
