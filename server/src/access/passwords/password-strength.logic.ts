import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

export interface PasswordRules {
  /** In characters (code points). */
  minLength: number;
  /** Lower-case words that are too common, also with digits and signs around them. */
  common: ReadonlySet<string>;
  /** Addresses and names that belong to the person. */
  about: string[];
}

export const maxPasswordLength = 128;

/** Why a password is too weak, as a sentence for the person; null if it is acceptable. There are no composition rules. */
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

// An attacker who tries "password" also tries "P@ssw0rd!23". Returns the text, the text without the few signs around its
// letters, its repeated part, its reverse, and all of these with look-alike signs read as letters.
function stemsOf(plain: string): string[] {
  const once = /^(.{3,}?)\1+$/u.exec(plain)?.[1] ?? plain;
  const cores = [plain, trimmed(plain), trimmed(asLetters(plain)), once, backwards(plain)];
  return [...new Set([...cores, ...cores.map(asLetters)])];
}

// People type "elizabet" because some systems kept only eight characters.
function isBeginningOfAny(common: ReadonlySet<string>, plain: string): boolean {
  for (const word of common) if (word.startsWith(plain)) return true;
  return false;
}

/** Strips up to six signs or digits around the letters, such as a year and an exclamation mark. More may add strength. */
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

/** Whether the text has few different characters, repeats a short piece, or runs along the alphabet or the keyboard. */
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
