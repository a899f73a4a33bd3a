/** A text with OpenPGP in its lines (RFC 9580, 6 and 7). */
export interface Opened {
  /** The words that anybody can read, as they were written. */
  text: string;
  /** What only programs read: signatures. */
  signatures: string;
  /** What only its recipient can read, in its armour. */
  sealed: string;
}

const mark = (which: string) => `-----${which}-----`;
const blocks = new Map([
  [mark('BEGIN PGP SIGNATURE'), { end: mark('END PGP SIGNATURE'), is: 'signatures' }],
  [mark('BEGIN PGP MESSAGE'), { end: mark('END PGP MESSAGE'), is: 'sealed' }],
] as const);
const signedBegins = mark('BEGIN PGP SIGNED MESSAGE');

/** Separates the words of a text from its OpenPGP armour. Returns null if it has none. */
export function withoutArmour(text: string): Opened | null {
  if (!text.includes('-----BEGIN PGP ')) return null;
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const seen = lines.map((line) => line.trimEnd());
  const lastEnds = new Map([...blocks.values()].map(({ end }) => [end, seen.lastIndexOf(end)] as const));
  const opened = { text: [] as string[], signatures: [] as string[], sealed: [] as string[] };
  let isSigned = false;
  for (let at = 0; at < lines.length; at++) {
    const found = blocks.get(seen[at] ?? '');
    // Without an end below, do not look for it again from every beginning.
    const block = found && (lastEnds.get(found.end) ?? -1) > at ? found : null;
    if (block) {
      const last = seen.indexOf(block.end, at);
      for (const line of lines.slice(at, last + 1)) opened[block.is].push(line);
      isSigned = false;
      at = last;
    } else if (seen[at] === signedBegins) {
      isSigned = true;
      // The names of its hashes end with a blank line.
      while (at + 1 < lines.length && seen[at] !== '') at += 1;
    } else opened.text.push(withoutDash(lines[at] ?? '', isSigned));
  }
  const joined = (part: readonly string[]) => part.join('\n').trim();
  return { text: joined(opened.text), signatures: joined(opened.signatures), sealed: joined(opened.sealed) };
}

/** Programs put a dash before the lines of a signed text that begin with one. */
const withoutDash = (line: string, isSigned: boolean): string =>
  isSigned && line.startsWith('- ') ? line.slice(2) : line;
