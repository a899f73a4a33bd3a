/** One random typo (swap, drop, double or replace a letter, never the first) in the given share of words of five letters or more. */
export function withTypos(text: string, share: number, random: () => number): string {
  return text.replace(/\p{L}{5,}/gu, (word) => (random() < share ? misspelt(word, random) : word));
}

function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const kinds = [
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? word;
}
