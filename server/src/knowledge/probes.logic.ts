import { isQuestion } from './parsing/questions.logic.ts';

interface Probed {
  title: string;
  chunks: readonly { heading_path: readonly string[]; text: string }[];
}

const mostProbes = 5;
const leastWords = 4;

/**
 * Questions that a document should come back for, made from its own words: its title, headings (with the title, unless they
 * are questions themselves) and first sentences, spread over the document.
 */
export function probesOf({ title, chunks }: Probed): string[] {
  const chosen = spread(chunks, mostProbes);
  const headings = chosen.flatMap(({ heading_path }) => headingProbe(title, heading_path.at(-1)));
  const sentences = chosen.flatMap(({ text }) => firstSentence(text));
  return [...new Set([title, ...headings.slice(0, 2), ...sentences, ...headings.slice(2)])].slice(0, mostProbes);
}

function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}

function headingProbe(title: string, heading: string | undefined): string[] {
  if (!heading) return [];
  return [isQuestion({ text: heading }) ? heading : `${title} ${heading}`];
}

function firstSentence(markdown: string): string[] {
  const words = markdown
    .slice(0, 400)
    .replace(/[#*_`>|[\]()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words;
  return sentence.split(' ').length < leastWords ? [] : [sentence.slice(0, 200)];
}
