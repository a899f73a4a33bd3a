/** The title of a conversation that nobody has named. */
export const untitled = 'New conversation';

const longest = 80;

/** A conversation that nobody has named is called by the first words that are said in it. */
export function titleBy(first: string): string {
  const line = first.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  const cut = line.lastIndexOf(' ', longest);
  return `${line.slice(0, cut > longest / 2 ? cut : longest)}…`;
}
