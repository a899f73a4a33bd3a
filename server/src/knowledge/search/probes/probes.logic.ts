import { sentencesOf } from '../../../platform/text/sentences.logic.ts';
import { isQuestion } from '../../library/parsing/content/questions.logic.ts';

interface Probed {
  title: string;
  chunks: readonly { heading_path: readonly string[]; text: string }[];
}

const mostProbes = 5;
const leastWords = 4;

/** The positions of the passages that questions are made from, spread over the document. */
export function placesToProbe(passages: number): number[] {
  const places = Math.min(passages, mostProbes);
  return Array.from({ length: places }, (_, at) => Math.ceil((at * passages) / places));
}

/**
 * Questions that should find a document, made from its own words: its title, its headings (with the title, unless they are
 * questions themselves) and its first sentences.
 */
export function probesOf({ title, chunks }: Probed): string[] {
  const headings = chunks.flatMap(({ heading_path }) => headingProbe(title, heading_path.at(-1)));
  const sentences = chunks.flatMap(({ text }) => firstSentence(text));
  return [...new Set([title, ...headings.slice(0, 2), ...sentences, ...headings.slice(2)])].slice(0, mostProbes);
}

function headingProbe(title: string, heading: string | undefined): string[] {
  if (!heading) return [];
  return [isQuestion({ text: heading }) ? heading : `${title} ${heading}`];
}

function firstSentence(markdown: string): string[] {
  const words = markdown
    .slice(0, 400)
    .replace(/[#*_`>|[\]()]/g, ' ')
    .replace(/\s+/g, ' ');
  const [sentence = ''] = sentencesOf(words);
  return sentence.split(' ').length < leastWords ? [] : [sentence.slice(0, 200)];
}
