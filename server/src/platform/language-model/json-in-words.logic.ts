/**
 * Reads the JSON of a response in which the model thought aloud first or used a Markdown fence; servers without schemas pass both on.
 * Returns undefined if there is no JSON, or if other text surrounds it.
 */
export function jsonInWords(text: string): unknown {
  const end = text.lastIndexOf('</think>');
  const answer = (end < 0 ? text : text.slice(end + '</think>'.length)).trim();
  const inside =
    answer.startsWith('```') && answer.endsWith('```') ? answer.slice(3, -3).replace(/^json\b/i, '') : answer;
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}
