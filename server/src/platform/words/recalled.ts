import { german } from './german/german.ts';
import type { Sentence } from './sentence.logic.ts';

/** Finds the sentence behind a part of a text, within the limits of the whole text. */
type Find = (part: string) => Sentence | null;

// A sentence may quote foreign text with any number of full stops, each of which could begin another sentence.
const mostCharacters = 5000;
const mostParts = 40;
const mostEnds = 4;

/**
 * Finds the sentence behind an English text. Returns null when the text is not ours, or comes from an older version. Sentences are
 * stored in English, which logs, the operator and the API share, and are found again by their template when they are read.
 * Looks up at most `mostParts` parts of a text; the values of a text with more parts stay in English.
 */
export function recalled(text: string): Sentence | null {
  if (text.length > mostCharacters) return null;
  const results = new Map<string, Sentence | null>();
  const find: Find = (part) => {
    const known = results.get(part);
    if (known !== undefined) return known;
    if (results.size >= mostParts) return null;
    results.set(part, null);
    const found = Object.hasOwn(german, part) ? { template: part, values: [] } : composed(part, find);
    results.set(part, found);
    return found;
  };
  return find(text);
}

const composed = (text: string, find: Find): Sentence | null =>
  joined(text, find) ?? coded(text, find) ?? remarked(text, find) ?? filled(text, find) ?? labelled(text, find);

// Matches two sentences or more.
function joined(text: string, find: Find): Sentence | null {
  for (const { index } of text.matchAll(/(?<=[.!?]) /g).take(mostEnds)) {
    const first = find(text.slice(0, index));
    const rest = first && find(text.slice(index + 1));
    if (rest) return { template: '{0} {1}', values: [first, rest] };
  }
  return null;
}

// Matches a delivery's error, which begins with its code.
const coded = (text: string, find: Find): Sentence | null => named(/^([a-z_]+): (.+)$/s.exec(text), find);

// Matches a change of a schema, which begins with its place. Tried last, because many sentences contain a colon.
const labelled = (text: string, find: Find): Sentence | null => named(/^([^:]{1,300}): (.+)$/s.exec(text), find);

function named(match: RegExpExecArray | null, find: Find): Sentence | null {
  const [, name = '', rest = ''] = match ?? [];
  const sentence = rest === '' ? null : find(rest);
  return sentence && { template: '{0}: {1}', values: [name, sentence] };
}

// Matches a sentence with a remark in parentheses: the reply of a mail server, or the underlying error.
function remarked(text: string, find: Find): Sentence | null {
  const at = text.endsWith(')') ? text.search(/[.!?] \(/) : -1;
  const sentence = at < 0 ? null : find(text.slice(0, at + 1));
  const remark = text.slice(at + 3, -1);
  return sentence && { template: '{0} ({1})', values: [sentence, find(remark) ?? remark] };
}

function filled(text: string, find: Find): Sentence | null {
  for (const { template, texts, order } of templates()) {
    const found = between(texts, text);
    if (found) return { template, values: order.map((at) => find(found[at] ?? '') ?? found[at] ?? '') };
  }
  return null;
}

/** Returns the parts of the text between these fixed texts, or null if it does not consist of them. */
function between([first = '', ...others]: readonly string[], text: string): string[] | null {
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const each of others) {
    const at = text.indexOf(each, from);
    if (at < 0) return null;
    values.push(text.slice(from, at));
    from = at + each.length;
  }
  return from <= end ? [...values, text.slice(from, end)] : null;
}

interface Template {
  template: string;
  /** The fixed texts around the places. */
  texts: string[];
  /** The index of the first place of each value. */
  order: number[];
}

/** A template with fewer letters of its own would match nearly any text. */
const fewestLetters = 8;

let known: Template[] | null = null;

/** The templates with the most fixed text come first. Built when another language is first read. */
function templates(): Template[] {
  known ??= Object.keys(german)
    .map((template) => ({ template, texts: template.split(/\{\d+\}/), order: orderIn(template) }))
    .filter(({ texts }) => texts.length > 1 && (texts.join('').match(/\p{L}/gu) ?? []).length >= fewestLetters)
    .toSorted((one, other) => other.texts.join('').length - one.texts.join('').length);
  return known;
}

function orderIn(template: string): number[] {
  const places = [...template.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at));
  return [...new Set(places)].map((_, value) => places.indexOf(value));
}
