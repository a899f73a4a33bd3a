import { counted, countOf } from './numbers.logic.ts';
import { thing } from './things.logic.ts';
import type { Value } from './value.logic.ts';

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

const noun = String.raw`(\p{L}{3,}(?: \p{L}{3,}){0,2})`;
const most = String.raw`(?:up to|at most|(?:a )?maximum(?: of)?|no more than|not more than|limited to|maximal|höchstens|bis zu)`;
const least = '(?:at least|(?:a )?minimum(?: of)?|no fewer than|no less than|mindestens)';

/** How many of a thing there may be, or must. The thing stays in the sentence, as it does behind every amount. */
export const limitPatterns: [RegExp, ValueOfMatch][] = [
  [
    new RegExp(String.raw`\bno (?:upper )?limit (?:on|to|for) (?:the )?(?:number of |amount of )?(?=${noun})`, 'giu'),
    ([, name]) => limit(Number.POSITIVE_INFINITY, name),
  ],
  [
    new RegExp(String.raw`\b(?:an )?unlimited (?:number of |amount of )?(?=${noun})`, 'giu'),
    ([, name]) => limit(Number.POSITIVE_INFINITY, name),
  ],
  [
    new RegExp(String.raw`\bas many (?=${noun} as (?:you|they) (?:like|want|wish|need))`, 'giu'),
    ([, name]) => limit(Number.POSITIVE_INFINITY, name),
  ],
  [
    new RegExp(String.raw`\b${most} ${counted} (?=${noun})`, 'giu'),
    ([, digits, word, name]) => limit(countOf(digits, word), name),
  ],
  [
    new RegExp(String.raw`\b${least} ${counted} (?=${noun})`, 'giu'),
    ([, digits, word, name]) => limit(countOf(digits, word), name, 'least'),
  ],
];

function limit(amount: number, name: string | undefined, bound: 'most' | 'least' = 'most'): Value | null {
  const read = thing(amount, name);
  return read && { ...read, bound };
}
