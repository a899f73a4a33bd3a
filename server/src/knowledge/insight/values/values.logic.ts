import { meanings, readers } from './readers.logic.ts';
import patterns from './patterns.json' with { type: 'json' };
import type { Value } from './value.logic.ts';

/** The values of a sentence and where they stand, and the sentence without them, in which everything else keeps its place. */
export interface Valued {
  placed: { value: Value; index: number }[];
  rest: string;
}

const parts: Record<string, string> = patterns.parts;
const constants = patterns.constants as Record<string, Value[]>;
const listed = (table: string): string =>
  [...(meanings.get(table)?.keys() ?? [])]
    .toSorted((one, other) => other.length - one.length)
    .join('|')
    .replaceAll('$', String.raw`\$`);
/** A pattern, with its parts and the words of a table in place of their names in braces. */
const filled = (pattern: string): string =>
  pattern
    .replace(/\{([a-z ]+|0+)\}/g, (_, name: string) => (parts[name] ? filled(parts[name]) : `(${listed(name)})`))
    .replace(/\((?!\?)/g, '(?:');
const withinWord = String.raw`(?<![\p{L}\p{N}](?=[\p{L}\p{N}]))`;

// In their order: what one has read is no longer there for the next one. A way through menus is told by its capitals.
const reading = patterns.readers.map(([reader = '', pattern = '']) => ({
  read: readers[reader] ?? (() => constants[reader] ?? []),
  pattern: new RegExp(`${withinWord}(?:${filled(pattern)})${withinWord}`, reader === 'path' ? 'gu' : 'giu'),
}));

/** Reads what can be compared: amounts, times, contacts; in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const placed: Valued['placed'] = [];
  let rest = sentence;
  for (const { pattern, read } of reading) {
    for (const match of rest.matchAll(pattern)) {
      const values = [read(match.groups ?? {}, match[0]) ?? []].flat();
      if (values.length === 0) continue;
      placed.push(...values.map((value) => ({ value, index: match.index })));
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { placed, rest };
}

const labelled = new RegExp(filled('{named by number}{point}? [0-9]+'), 'gi');
/** The things of a kind that a text names by their numbers: "zone 2". */
export const labelledIn = (text: string): string[] => (text.match(labelled) ?? []).map((each) => each.toLowerCase());
