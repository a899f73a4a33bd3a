import { beginningOf } from './beginning.logic.ts';
import { detectorLanguage, primaryLanguage } from './language-tag.logic.ts';
import { countStopwords } from './stopwords.logic.ts';

/** For Latin messages with fewer letters, a guess by letters is wrong too often. */
const fewestLatinLetters = 20;
/** In a script that few languages use, fewer letters are enough. */
const fewestForeignLetters = 2;
/** Scores this close to the best do not separate similar languages: Danish and Norwegian, Russian and Ukrainian. */
const similarScoreDistance = 0.05;
/**
 * By letters alone, "Lavazza capsules compatible" is Italian, with scores up to .74. Real text in a language that contains none
 * of its small words mostly scores above this.
 */
const reliableScore = 0.75;
/** If the best guess is doubtful, an expected language this close to it is more likely. */
const nearScoreDistance = 0.1;

/**
 * Returns the BCP 47 primary subtag of a customer's message, or null when the message is too short or too mixed: the thread is then
 * the better source. `expected` are the languages of the desk, which decide between similar languages.
 */
export async function languageOfMessage(text: string, expected: readonly string[] = []): Promise<string | null> {
  const detected = await detect(beginningOf(text, read).replace(noLanguage, ' ').trim(), expected);
  const known = expected.find((each) => detectorLanguage(each) === detected);
  return known === undefined ? detected : primaryLanguage(known);
}

/** The detector's time grows with the square of a word's length, and its result hardly changes after some sentences. */
const read = { most: 2_000, run: 80 };

async function detect(words: string, expected: readonly string[]): Promise<string | null> {
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const foreign = words.match(notLatin)?.length ?? 0;
  if (foreign >= fewestForeignLetters && foreign > letters / 2)
    return byScript(words) ?? (await byLetters(words, expected))?.language ?? null;
  if (letters === 0) return null;
  const letterGuess = letters < fewestLatinLetters ? null : await byLetters(words, expected);
  return combined(await bySmallWords(words, expected), letterGuess);
}

// Links, addresses, order numbers, codes and emoji are the same in every language.
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

/** Detects the language from scripts that, among customers, belong to one language each. */
const byScript = (words: string): string | null => scripts.find(([script]) => script.test(words))?.[1] ?? null;

interface LetterGuess {
  language: string;
  score: number;
  /** Expected languages that are nearly as likely. */
  near: readonly string[];
}

interface Guess {
  language: string;
  /** The count of small words for this language; `counts` has those of every language. */
  words: number;
  counts: ReadonlyMap<string, number>;
}

async function bySmallWords(words: string, expected: readonly string[]): Promise<Guess | null> {
  const counts = countStopwords(words);
  const most = Math.max(0, ...counts.values());
  if (most < 0.5) return null;
  const alike = [...counts].filter(([, count]) => count > most - 0.3).map(([language]) => language);
  const language = alike.length === 1 ? alike[0] : await likeliestAmong(alike, words, expected);
  return language === undefined ? null : { language, words: most, counts };
}

/** The letters choose among languages that share the small words of a text, however short it is; in doubt, the desk's languages do. */
async function likeliestAmong(alike: readonly string[], words: string, expected: readonly string[]) {
  const scores = (await guessOf(words)).getScores();
  const scoreOf = (language: string) => scores[language] ?? 0;
  const best = Math.max(...alike.map(scoreOf));
  const near = alike.filter((language) => scoreOf(language) > best - nearScoreDistance);
  return expectedAmong(near, expected) ?? (best > 0 ? near.find((language) => scoreOf(language) === best) : undefined);
}

// Import it with the first message: its tables are large, and the start should not wait for them.
const guessOf = async (words: string) => (await import('eld/small')).eld.detect(words);

async function byLetters(words: string, expected: readonly string[]): Promise<LetterGuess | null> {
  const found = await guessOf(words);
  if (!found.language || !found.isReliable()) return null;
  const scores = Object.entries(found.getScores());
  const best = Math.max(...scores.map(([, score]) => score));
  const within = (distance: number) =>
    scores.filter(([, score]) => score > best - distance).map(([language]) => language);
  const language = expectedAmong(within(similarScoreDistance), expected) ?? found.language;
  const near = within(nearScoreDistance).filter((each) => isExpected(each, expected));
  return { language, score: best, near };
}

function expectedAmong(languages: readonly string[], expected: readonly string[]): string | undefined {
  return languages.find((language) => isExpected(language, expected));
}

const isExpected = (language: string, expected: readonly string[]): boolean =>
  expected.some((each) => detectorLanguage(each) === language);

// Names and loan words mislead the guess by letters, but not small words: a text with hardly any of them is not in that language.
function combined(small: Guess | null, letters: LetterGuess | null): string | null {
  if (letters === null) return small?.language ?? null;
  if (small === null) return letters.score < reliableScore ? inDoubt(letters) : letters.language;
  return (small.counts.get(letters.language) ?? 0) < small.words / 2 ? small.language : letters.language;
}

// Returns the only expected language that is near. Otherwise the caller uses the passages or the conversation.
const inDoubt = ({ near }: LetterGuess): string | null => (near.length === 1 ? (near[0] ?? null) : null);
