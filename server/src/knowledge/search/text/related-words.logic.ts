import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import type { WordToken } from '../../../platform/text/tokens.logic.ts';
import { wordFamilies } from './word-families.logic.ts';

interface Phrase {
  /** Stems that follow the first one, in this order. */
  rest: readonly string[];
  family: readonly string[];
}

/** How many other words may stand between two words of a phrase. */
const mostBetween = 3;

const familiesOf = new Map<string, string[][]>();
const phrasesFrom = new Map<string, Phrase[]>();
for (const line of wordFamilies.trim().split('\n')) enter(line.trim().split(/\s+/));

/** English stems that may replace the question's word at `at`, or the phrase that begins there. */
export function relatedStems(tokens: readonly WordToken[], at: number): Set<string> {
  const stem = tokens[at]?.stem ?? '';
  const phrases = (phrasesFrom.get(stem) ?? []).filter(({ rest }) => follows(tokens, at, rest));
  const related = new Set([...(familiesOf.get(stem) ?? []), ...phrases.map(({ family }) => family)].flat());
  related.delete(stem);
  return related;
}

/** Whether a family contains the stem: such a word is not a misspelling. */
export function isFamiliar(stem: string): boolean {
  return familiesOf.has(stem);
}

function enter(entries: readonly string[]): void {
  const stems = entries.map((entry) => entry.split('_').map(stemEnglish));
  const family = stems.flatMap((entry) => (entry.length === 1 ? entry : []));
  for (const [first = '', ...rest] of stems) {
    if (rest.length > 0) addTo(phrasesFrom, first, { rest, family });
    else addTo(familiesOf, first, family);
  }
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

function follows(tokens: readonly WordToken[], at: number, rest: readonly string[]): boolean {
  let from = at + 1;
  return rest.every((stem) => {
    const ahead = tokens.slice(from, from + mostBetween + 1).findIndex((token) => token.stem === stem);
    from += ahead + 1;
    return ahead >= 0;
  });
}
