import { detectorLanguage, primaryLanguage } from './language-tag.logic.ts';
import { countStopwords } from './stopwords.logic.ts';

/** Latin messages of fewer letters are guessed wrong too often by their letters. */
const shortestTelling = 20;
/** In a script of few languages fewer letters are enough. */
const shortestForeign = 2;
/** Scores this near to the best do not tell neighbours apart: Danish and Norwegian, Russian and Ukrainian. */
const asGood = 0.05;
/**
 * Letters alone take "Lavazza capsules compatible" for Italian, at up to .74; what is written in a language and holds none of
 * its small words mostly scores above this.
 */
const sureByLetters = 0.75;
/** Expected languages this near to a doubtful best are what was probably written. */
const nearDoubtful = 0.1;

/**
 * The BCP 47 primary subtag of what a customer wrote, or null when it is too short or too mixed to tell: the thread knows better
 * then. `expected` are the languages of the desk; they decide between languages that look alike.
 */
export async function languageOfMessage(text: string, expected: readonly string[] = []): Promise<string | null> {
  const detected = await detect(telling(text).replace(noLanguage, ' ').trim(), expected);
  const known = expected.find((each) => detectorLanguage(each) === detected);
  return known === undefined ? detected : primaryLanguage(known);
}

/** The detector's time grows with the square of a word's length, and its verdict hardly changes after some sentences. */
const enoughCharacters = 2_000;
const longestWord = 80;

function telling(text: string): string {
  const words: string[] = [];
  let length = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const part = word.slice(0, longestWord);
    words.push(part);
    length += part.length + 1;
    if (length > enoughCharacters) break;
  }
  return words.join(' ').toWellFormed();
}

async function detect(words: string, expected: readonly string[]): Promise<string | null> {
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const foreign = words.match(notLatin)?.length ?? 0;
  if (foreign >= shortestForeign && foreign > letters / 2)
    return byScript(words) ?? (await byLetters(words, expected))?.language ?? null;
  if (letters === 0) return null;
  const letterGuess = letters < shortestTelling ? null : await byLetters(words, expected);
  return agreed(bySmallWords(words, expected), letterGuess);
}

// Links, addresses, numbers of orders, codes, emoji: the same in every language.
const noLanguage = /https?:\/\/\S+|\S+@\S+|[#\p{L}-]*\d[\p{L}\d#./-]*|\p{Extended_Pictographic}/gu;
const notLatin = /(?!\p{sc=Latin})\p{L}/gu;

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Hebrew}/u, 'he'],
];

/** Scripts of one language each, as far as customers write. */
const byScript = (words: string): string | null => scripts.find(([script]) => script.test(words))?.[1] ?? null;

interface LetterGuess {
  language: string;
  score: number;
  /** The expected languages that a doubtful guess may as well be. */
  near: readonly string[];
}

interface Guess {
  language: string;
  /** How many small words speak for it, and for every language. */
  words: number;
  counts: ReadonlyMap<string, number>;
}

function bySmallWords(words: string, expected: readonly string[]): Guess | null {
  const counts = countStopwords(words);
  const most = Math.max(0, ...counts.values());
  if (most < 0.5) return null;
  const alike = [...counts].filter(([, count]) => count > most - 0.3).map(([language]) => language);
  const language = alike.length === 1 ? alike[0] : expectedAmong(alike, expected);
  return language === undefined ? null : { language, words: most, counts };
}

async function byLetters(words: string, expected: readonly string[]): Promise<LetterGuess | null> {
  // Loaded by the first message: its tables are large, and no start should wait for them.
  const { eld } = await import('eld/small');
  const found = eld.detect(words);
  if (!found.language || !found.isReliable()) return null;
  const scores = Object.entries(found.getScores());
  const best = Math.max(...scores.map(([, score]) => score));
  const within = (distance: number) =>
    scores.filter(([, score]) => score > best - distance).map(([language]) => language);
  const language = expectedAmong(within(asGood), expected) ?? found.language;
  const near = within(nearDoubtful).filter((each) => isExpected(each, expected));
  return { language, score: best, near };
}

function expectedAmong(languages: readonly string[], expected: readonly string[]): string | undefined {
  return languages.find((language) => isExpected(language, expected));
}

const isExpected = (language: string, expected: readonly string[]): boolean =>
  expected.some((each) => detectorLanguage(each) === language);

// Letters are led astray by names and loan words, small words are not: what has hardly any of them is not that language.
function agreed(small: Guess | null, letters: LetterGuess | null): string | null {
  if (letters === null) return small?.language ?? null;
  if (small === null) return letters.score < sureByLetters ? inDoubt(letters) : letters.language;
  return (small.counts.get(letters.language) ?? 0) < small.words / 2 ? small.language : letters.language;
}

// One expected language that it may be; otherwise nobody knows, and the caller goes by the passages or the conversation.
const inDoubt = ({ near }: LetterGuess): string | null => (near.length === 1 ? (near[0] ?? null) : null);
