import type { Passage } from './retrieval/index.ts';

/** Longer headings would leave the passage itself no room. */
const mostOfHeading = 150;

/**
 * What of a passage is given to an embedding model that takes in about `span` characters: its headings with as many
 * sentences as fit, then again with the next ones.
 */
export function textsOf(passage: Passage, span: number): string[] {
  const heading = headingOf(passage).slice(0, mostOfHeading);
  const room = span - heading.length - 2;
  const parts = sentencesOf(passage.text).reduce<string[]>((done, sentence) => {
    const last = done.at(-1);
    const fits = last !== undefined && last.length + 1 + sentence.length <= room;
    return fits ? [...done.slice(0, -1), `${last} ${sentence}`] : [...done, sentence];
  }, []);
  return parts.length === 0 ? [heading] : parts.map((part) => `${heading}. ${part}`);
}

/** One vector of unit length for all parts of a passage. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

const headingOf = ({ title, headingPath }: Passage) => [...new Set([title, ...headingPath])].join(' \u203a ');

// The marks of Markdown mean nothing to the model, the addresses of links less than nothing.
const sentencesOf = (markdown: string): string[] =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_`>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?:;])\s+/)
    .filter(Boolean);
