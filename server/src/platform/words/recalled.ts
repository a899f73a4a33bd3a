import { german } from './german/german.ts';
import type { Sentence } from './sentence.logic.ts';

/** How a part of a text is looked for: in the same bounds as the whole. */
type Look = (part: string) => Sentence | null;

// Words of strangers may be quoted in a sentence, with any number of full stops, where another one might begin.
const mostCharacters = 5000;
const mostParts = 40;
const mostEnds = 4;

/**
 * Finds the sentence behind an English text. Null when the text is not one of ours, or comes from an older version. Sentences are stored in
 * English, which logs, the operator and the API have in common, and are found again by their template when somebody reads them.
 * At most `mostParts` parts of a text are looked for: what would need more keeps its values in English.
 */
export function recalled(text: string): Sentence | null {
  if (text.length > mostCharacters) return null;
  const looked = new Map<string, Sentence | null>();
  const look: Look = (part) => {
    const known = looked.get(part);
    if (known !== undefined) return known;
    if (looked.size >= mostParts) return null;
    looked.set(part, null);
    const found = Object.hasOwn(german, part) ? { template: part, values: [] } : made(part, look);
    looked.set(part, found);
    return found;
  };
  return look(text);
}

const made = (text: string, look: Look): Sentence | null =>
  joined(text, look) ?? coded(text, look) ?? remarked(text, look) ?? filled(text, look) ?? labelled(text, look);

// Two sentences, or more.
function joined(text: string, look: Look): Sentence | null {
  for (const { index } of text.matchAll(/(?<=[.!?]) /g).take(mostEnds)) {
    const first = look(text.slice(0, index));
    const rest = first && look(text.slice(index + 1));
    if (rest) return { template: '{0} {1}', values: [first, rest] };
  }
  return null;
}

// A delivery's error begins with its code.
const coded = (text: string, look: Look): Sentence | null => named(/^([a-z_]+): (.+)$/s.exec(text), look);

// What a schema has changed begins with its place. Last, as many sentences have a colon of their own.
const labelled = (text: string, look: Look): Sentence | null => named(/^([^:]{1,300}): (.+)$/s.exec(text), look);

function named(found: RegExpExecArray | null, look: Look): Sentence | null {
  const [, name = '', rest = ''] = found ?? [];
  const said = rest === '' ? null : look(rest);
  return said && { template: '{0}: {1}', values: [name, said] };
}

// … or ends with one, as what a mail server says, or with the error behind it.
function remarked(text: string, look: Look): Sentence | null {
  const at = text.endsWith(')') ? text.search(/[.!?] \(/) : -1;
  const said = at < 0 ? null : look(text.slice(0, at + 1));
  const remark = text.slice(at + 3, -1);
  return said && { template: '{0} ({1})', values: [said, look(remark) ?? remark] };
}

function filled(text: string, look: Look): Sentence | null {
  for (const { template, texts, order } of templates()) {
    const found = between(texts, text);
    if (found) return { template, values: order.map((at) => look(found[at] ?? '') ?? found[at] ?? '') };
  }
  return null;
}

/** What stands between these texts, if they are all there is besides. */
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
  /** What is its own, around the places. */
  texts: string[];
  /** Which of the places each value is first in. */
  order: number[];
}

/** Fewer words of its own would find a template in anything. */
const fewestLetters = 8;

let known: Template[] | null = null;

/** Of those that say most by themselves first. Made when somebody first reads another language. */
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
