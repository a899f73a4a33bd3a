/**
 * Character 4-grams of a folded word with its edges marked, as 24-bit codes of six bits a character. Codes are exact for
 * letters and digits; other scripts share the remaining codes, and a clash costs only a little precision.
 */
export function gramsOf(word: string): number[] {
  const grams = new Set<number>();
  let [read, gram] = [1, 0];
  for (const character of word) {
    gram = (gram << 6) | codeOf(character);
    if (++read > 3) grams.add((gram &= last4));
  }
  if (read >= 3) grams.add((gram << 6) & last4);
  return [...grams];
}

const last4 = 0xffffff;

function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 97 && code <= 122) return code - 96;
  if (code >= 48 && code <= 57) return code - 21;
  return 37 + (code % 27);
}
