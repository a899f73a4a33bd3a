import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import { primaryLanguage } from '../../../platform/text/language-tag.logic.ts';
import { type Stem, stemOf, type WordToken } from '../../../platform/text/tokens.logic.ts';
import { dutch } from './families/dutch.logic.ts';
import { english } from './families/english.logic.ts';
import { french } from './families/french.logic.ts';
import { german } from './families/german.logic.ts';
import { italian } from './families/italian.logic.ts';
import { portuguese } from './families/portuguese.logic.ts';
import { spanish } from './families/spanish.logic.ts';

const families: Readonly<Record<string, string>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

interface Phrase {
  /** Stems that follow the first one, in this order. */
  rest: readonly string[];
  family: readonly string[];
}

/** The word families of a language, by stems. */
export interface RelatedWords {
  readonly familiesOf: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly phrasesFrom: ReadonlyMap<string, readonly Phrase[]>;
}

/** How many other words may stand between two words of a phrase. */
const mostBetween = 3;

const known = new Map<string, RelatedWords>();

/** The word families of a language (BCP 47); none for a language without. `stem` is its stemmer. */
export function relatedWordsOf(language: string, stem: Stem): RelatedWords {
  const primary = primaryLanguage(language);
  const read = known.get(primary) ?? wordsIn(families[primary] ?? '', stem);
  known.set(primary, read);
  return read;
}

export const englishWords = relatedWordsOf('en', stemEnglish);

/** Stems that may replace the question's word at `at`, or the phrase that begins there. */
export function relatedStems(words: RelatedWords, tokens: readonly WordToken[], at: number): Set<string> {
  const stem = tokens[at]?.stem ?? '';
  const phrases = (words.phrasesFrom.get(stem) ?? []).filter(({ rest }) => follows(tokens, at, rest));
  const related = new Set([...(words.familiesOf.get(stem) ?? []), ...phrases.map(({ family }) => family)].flat());
  related.delete(stem);
  return related;
}

/** Whether a family contains the stem: such a word is not a misspelling. */
export const isFamiliar = (words: RelatedWords, stem: string): boolean => words.familiesOf.has(stem);

function wordsIn(text: string, stem: Stem): RelatedWords {
  const familiesOf = new Map<string, string[][]>();
  const phrasesFrom = new Map<string, Phrase[]>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const entries = line.trim().split(/\s+/);
    const stems = entries.map((entry) => entry.split('_').map((word) => stemOf(word, stem)));
    const family = stems.flatMap((entry) => (entry.length === 1 ? entry : []));
    for (const [first = '', ...rest] of stems) {
      if (rest.length > 0) addTo(phrasesFrom, first, { rest, family });
      else addTo(familiesOf, first, family);
    }
  }
  return { familiesOf, phrasesFrom };
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
