const sampled = 65_536;

/**
 * Detects the encoding of a text that is not Unicode. A declaration in the text comes first. Otherwise it decodes the text in each
 * encoding and examines the letters: Japanese is at least a fifth kana, Korean is mostly Hangul, Russian is mostly Cyrillic in lower
 * case, and Chinese has many of its most common characters. All other texts are Western.
 */
export function legacyEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampled);
  const guessed = () => tests.find(([encoding, fits]) => fits(lettersIn(sample, encoding)))?.[0];
  return declaredIn(sample) ?? guessed() ?? 'windows-1252';
}

/** HTML (§13.2.3.2) and XML declare it in the first kilobyte. Ignores UTF-8 and UTF-16: decoding as those has already failed. */
function declaredIn(sample: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(sample.subarray(0, 1024));
  const label = /<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

interface LetterCounts {
  all: number;
  /** Letters outside ASCII: a page has many tags in ASCII. */
  foreign: number;
  lost: number;
  count(pattern: RegExp): number;
}

function lettersIn(sample: Uint8Array, encoding: string): LetterCounts {
  const text = new TextDecoder(encoding).decode(sample);
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length;
  const all = count(/\p{L}/gu);
  return { all, foreign: all - count(/[a-z]/gi), lost: count(/\uFFFD/g), count };
}

const isWhole = ({ foreign, lost }: LetterCounts) => foreign > 0 && lost <= 1 + foreign * 0.01;
const japanese = (letters: LetterCounts) =>
  isWhole(letters) && letters.count(/[\u3041-\u30FF]/g) > letters.foreign * 0.2;
const korean = (letters: LetterCounts) => isWhole(letters) && letters.count(/[\uAC00-\uD7A3]/g) > letters.foreign * 0.6;
const chinese = (letters: LetterCounts) => isWhole(letters) && letters.count(common) > letters.foreign * 0.1;
const russian = (letters: LetterCounts) =>
  isWhole(letters) &&
  letters.count(/[\u0400-\u04FF]/g) > letters.all * 0.6 &&
  letters.count(/[а-яё]/g) > letters.count(/[А-ЯЁ]/g) * 2;
/** The most common Chinese characters, simplified and traditional. */
const common =
  /[的一是不了在人有我他这個个們们中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過发發后後作里裡用道行所然家种種事成方多经經去法学學如都同]/gu;

const tests: readonly [string, (letters: LetterCounts) => boolean][] = [
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['gb18030', chinese],
  ['big5', chinese],
  ['euc-kr', korean],
  ['windows-1251', russian],
  ['koi8-r', russian],
];
