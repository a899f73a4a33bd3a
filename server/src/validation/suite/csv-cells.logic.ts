/** One line by RFC 4180. A spreadsheet would run a cell that begins like a formula: a leading apostrophe makes it text. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

const beginsLikeFormula = /^[=+\-@\t\r\n']/;

function cell(text: string): string {
  // The apostrophe itself too, so that reading takes away exactly what writing has added.
  const safe = beginsLikeFormula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before `csvLine` made it safe. */
export const unquoted = (text: string): string =>
  text.startsWith("'") && beginsLikeFormula.test(text.slice(1)) ? text.slice(1) : text;

/** Spreadsheets of some languages write `;`, and some people choose a tab: the header tells. */
export function delimiterOf(text: string): string {
  const header = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length);
  const counted = [',', ';', '\t'].map((mark): [string, number] => [mark, header.split(mark).length]);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}
