/** The title of an unnamed conversation without messages. */
export const untitled = 'New conversation';

const longest = 80;

/** Makes a title from the first message of an unnamed conversation. */
export function titleBy(first: string): string {
  const line = first.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  const cut = line.lastIndexOf(' ', longest);
  return `${line.slice(0, cut > longest / 2 ? cut : longest)}…`;
}
