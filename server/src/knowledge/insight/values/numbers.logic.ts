/** A number as people write it, with points or commas. */
export const number = String.raw`(\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)`;

const words: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  vierzehn: 14,
  dreißig: 30,
};

/** A number in digits or as a word, a group each. */
export const counted = `(?:${number}|\\b(${Object.keys(words).join('|')}))`;

export function numberOf(text = ''): number {
  const plain = text.replaceAll('\u00a0', '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(plain.replace(',', '.'));
}

export const countOf = (digits: string | undefined, word = ''): number =>
  digits ? numberOf(digits) : (words[word.toLowerCase()] ?? 0);
