/**
 * The JSON of a model that thinks aloud first, or puts a fence of Markdown around it: servers without schemas leave both in. Undefined
 * where there is none, or anything else beside it.
 */
export function jsonInWords(text: string): unknown {
  const end = text.lastIndexOf('</think>');
  const said = (end < 0 ? text : text.slice(end + '</think>'.length)).trim();
  const inside = said.startsWith('```') && said.endsWith('```') ? said.slice(3, -3).replace(/^json\b/i, '') : said;
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}
