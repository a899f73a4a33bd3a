/**
 * The words of a title that may be names: capitalized, without abbreviations. None in German, where every noun is
 * capitalized.
 */
export const mayBeNames = (title: string, language: string): string[] =>
  language === 'de' ? [] : (title.match(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{N}]+/gu) ?? []);

const leastOften = 2;

/** Whether the word is capitalized within sentences too, and hardly ever in lower case. */
export function isName(word: string, texts: readonly string[]): boolean {
  const plain = texts.map((text) => text.replace(/[*_"“”‘’()[\]]+/g, '').replace(/\s+/g, ' '));
  const count = (pattern: RegExp) => plain.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  const inside = count(new RegExp(`(?<=[\\p{Ll}\\p{N},;] )${word}(?![\\p{L}\\p{N}])`, 'gu'));
  const small = count(new RegExp(`(?<![\\p{L}\\p{N}])${word.toLowerCase()}(?![\\p{L}\\p{N}])`, 'gu'));
  return inside >= leastOften && inside >= 2 * small;
}

/** Whether each names something that the other does not: two products, places or plans. */
export const namedApart = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((name) => !other.includes(name)) && other.some((name) => !one.includes(name));
