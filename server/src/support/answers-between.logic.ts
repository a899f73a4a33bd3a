import { onlyWords } from '../platform/text/plain-words.logic.ts';

/**
 * The lines that a customer wrote between those of a message of ours, which their mail program quotes without marks, and
 * the paragraph right below its last line; '' if nothing stands in between. `ours`: what we said, newest first.
 */
export function answersBetween(quoted: string, ours: readonly string[]): string {
  const lines = quoted.slice(0, mostLookedAt).split('\n');
  const words = lines.map((line) => (line.trimStart().startsWith('>') ? '' : wordsOf(withoutAdded(line))));
  for (const said of ours) {
    const known = linesOf(said, words);
    const [first, last] = [known.indexOf(true), known.lastIndexOf(true)];
    const isWritten = (at: number) => words[at] !== '' && !known[at];
    const between = lines.filter((_, at) => at > first && at < last && isWritten(at));
    if (between.length > 0) return [...between, ...paragraphFrom(lines, last + 1)].join('\n').trim();
  }
  return '';
}

const wordsOf = (text: string) => onlyWords(text.normalize('NFKC').toLowerCase());

// Mail programs write a number before the items of a list, and the address of a link or a picture behind its words.
const withoutAdded = (line: string) =>
  line.replace(/^\s{0,9}\d{1,2}[.)]\s/, '').replaceAll(/<[^<>\s]{1,1000}>|\[(?:cid|image):[^\]]{1,200}\]/gi, '');

/** In characters. Each line of the quotation is looked for in each of our messages, so both are bounded. */
const mostLookedAt = 20_000;
const mostOfOurs = 5_000;
/** A shorter line is ours only if it is the whole of a line, or goes on where the last one ended: "Yes" is part of many messages. */
const shortestPart = 12;

/** Which lines are of what we said. They come in its order, so that a greeting in an older message is not taken for its end. */
function linesOf(said: string, words: readonly string[]): boolean[] {
  const all = wordsOf(said.slice(0, mostOfOurs));
  const whole = new Set(said.slice(0, mostOfOurs).split('\n').map(wordsOf));
  const isPart = (line: string) => line.length >= shortestPart || whole.has(line);
  let from = 0;
  return words.map((line) => {
    const goesOn = all.startsWith(line, from);
    const at = goesOn || isPart(line) ? all.indexOf(line, from) : -1;
    if (at < 0 || line === '') return false;
    from = at + line.length + 1;
    return true;
  });
}

function paragraphFrom(lines: readonly string[], start: number): string[] {
  const rest = lines.slice(start);
  const begin = rest.findIndex((line) => line.trim() !== '');
  if (begin < 0 || isHeading(rest[begin] ?? '')) return [];
  const end = rest.findIndex((line, at) => at > begin && line.trim() === '');
  return rest.slice(begin, end < 0 ? rest.length : end);
}

/** It may begin an older message. */
const isHeading = (line: string) => /^[^:]{1,25}:/.test(line) || /^[-_>]/.test(line.trim());
