/** The deepest nesting of brackets outside of strings. Parsers need seconds for a text that is nested a million deep. */
export function depthOfJson(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth--;
  }
  return most;
}

function endOfText(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** No record of another company's service is nested deeper, and deeper JSON would overflow the stack of a recursive reader. */
export const deepestRecord = 100;
