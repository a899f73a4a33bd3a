import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

export interface PasswordRules {
  /** In characters (code points). */
  minLength: number;
  /** Lower-case words that are too well known, also with digits and signs around them. */
  common: ReadonlySet<string>;
  /** Addresses and names around the person. */
  about: string[];
}

export const maxPasswordLength = 128;

/** What is wrong with a password, in words for the person who chose it; null when it will do. No rules of composition. */
export function weaknessOf(password: string, { minLength, common, about }: PasswordRules): Sentence | null {
  const length = [...password].length;
  if (length < minLength) return sentence`must have at least ${minLength} characters`;
  if (length > maxPasswordLength) return sentence`must have at most ${maxPasswordLength} characters`;
  const plain = password.toLowerCase();
  if (isMonotonous(plain)) return sentence`is a repetition or a sequence`;
  const stems = stemsOf(plain);
  if (stems.some((stem) => common.has(stem)) || isBeginningOfAny(common, plain))
    return sentence`is one of the most common passwords, or nearly so`;
  const known = new Set(about.flatMap(wordsOf));
  if (stems.some((stem) => known.has(stem))) return sentence`consists of your name, address or organization`;
  return null;
}

/** Words between white space; a line that begins with `#` is a comment. */
export const readWords = (text: string): ReadonlySet<string> =>
  new Set(text.replace(/^#.*$/gm, '').split(/\s+/).filter(Boolean));

// "P@ssw0rd!23" is tried by anybody who tries "password": the text itself, without the few signs around its letters, what
// it says twice, and all of these with look-alike signs read as letters.
function stemsOf(plain: string): string[] {
  const once = /^(.{3,}?)\1+$/u.exec(plain)?.[1] ?? plain;
  const cores = [plain, trimmed(plain), trimmed(asLetters(plain)), once, backwards(plain)];
  return [...new Set([...cores, ...cores.map(asLetters)])];
}

// Systems that kept eight characters have taught people to type "elizabet".
function isBeginningOfAny(common: ReadonlySet<string>, plain: string): boolean {
  for (const word of common) if (word.startsWith(plain)) return true;
  return false;
}

/** Up to six signs or digits around the letters are a year and an exclamation mark; more may be worth something. */
function trimmed(text: string): string {
  const core = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return core.length > 0 && text.length - core.length <= 6 ? core : text;
}

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign);

const wordsOf = (text: string) => {
  const plain = text.toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u);
  return [plain, words.join(''), ...words].filter((word) => word.length >= 4);
};

/** Hardly any different characters, a short piece over and over, or a run along the alphabet or the keyboard. */
function isMonotonous(plain: string): boolean {
  const different = new Set(plain).size;
  if (different <= 2 || (different <= 4 && /^(.+?)\1+.?$/u.test(plain))) return true;
  // One more character at an end, as in "123456789a", hides no run.
  const inner = [plain, plain.slice(1), plain.slice(0, -1)];
  return runs.some((run) => inner.some((part) => run.includes(part) || run.includes(backwards(part))));
}

const backwards = (text: string) => [...text].reverse().join('');

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!@#$%^&*()_+',
];
