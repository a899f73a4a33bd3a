import { counted, countOf } from './numbers.logic.ts';
import type { Measure, Value } from './value.logic.ts';

const people = String.raw`(?:children|kids|people|persons|patients|customers|guests|visitors|adults|everyone|everybody|anyone|those|young \w+)`;
// "At least 18 to rent", "21 or older.": an age stands alone, what is counted has its noun behind it.
const end = String.raw`(?=\s*(?:[.,;)]|$|\b(?:to|can|may|or|and|when|if|for|in order)\b))`;
const olds = [
  String.raw`(?:\b(?:at least|under|below|over) )?${counted}[ -]years?[ -](?:old|of age)\b(?: or (?:older|over|above))?`,
  String.raw`${counted}(?: years?)? (?:or|and) (?:older|over|above|up)\b`,
  String.raw`\b(?:ages?|aged)(?: of| from| under| over| above| below)? ${counted}\b`,
  String.raw`(?<=\b${people} )(?:aged )?(?:under|over|below|above|from|until|up to) ${counted}\b(?! ?[%€$£])`,
  String.raw`\b(?:under|over)-${counted}s\b`,
  String.raw`(?<=\bage (?:(?:for|of|to) [^.,;]{3,40}? )?is )${counted}\b`,
  String.raw`\b(?:turned|turns?|no younger than|not younger than) ${counted}${end}`,
  String.raw`\b(?:must|has to|have to|need to|needs to) be (?:at least )?${counted}${end}`,
];

/** How old somebody must be, or is. */
export const agePatterns: [RegExp, (match: RegExpExecArray) => Value | null][] = olds.map((old) => [
  new RegExp(old, 'giu'),
  age,
]);

function age([text, digits, word]: RegExpExecArray): Measure {
  return { kind: 'age', unit: sideOf(text), amount: countOf(digits, word) };
}

// "Under 12" and "from 6" go together.
function sideOf(text: string): string {
  if (/\b(?:under|below|until|up to)\b/i.test(text)) return 'year below';
  return /\b(?:from|over|above|older|least|turn|turns|turned|younger|must|has|have|needs?)\b/i.test(text)
    ? 'year least'
    : 'year';
}
