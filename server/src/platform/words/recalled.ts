import { german } from './german/german.ts';
import type { Sentence } from './sentence.logic.ts';

/**
 * The sentence that an English text was made of; null where it is none of ours, as of an older version. Sentences are stored in
 * English, which logs, the operator and the API have in common, and are found again by their template when somebody reads them.
 */
export function recalled(text: string): Sentence | null {
  if (Object.hasOwn(german, text)) return { template: text, values: [] };
  return joined(text) ?? coded(text) ?? remarked(text) ?? filled(text) ?? labelled(text);
}

// Two sentences, or more.
function joined(text: string): Sentence | null {
  for (const { index } of text.matchAll(/(?<=[.!?]) /g)) {
    const [first, rest] = [recalled(text.slice(0, index)), recalled(text.slice(index + 1))];
    if (first && rest) return { template: '{0} {1}', values: [first, rest] };
  }
  return null;
}

// A delivery's error begins with its code.
const coded = (text: string): Sentence | null => named(/^([a-z_]+): (.+)$/s.exec(text));

// What a schema has changed begins with its place. Last, as many sentences have a colon of their own.
const labelled = (text: string): Sentence | null => named(/^([^:]{1,300}): (.+)$/s.exec(text));

function named(found: RegExpExecArray | null): Sentence | null {
  const [, name = '', rest = ''] = found ?? [];
  const said = rest === '' ? null : recalled(rest);
  return said && { template: '{0}: {1}', values: [name, said] };
}

// … or ends with one, as what a mail server says.
function remarked(text: string): Sentence | null {
  const [, words = '', remark = ''] = /^(.+[.!?]) \(([^()]+)\)$/s.exec(text) ?? [];
  const said = words === '' ? null : recalled(words);
  return said && { template: '{0} ({1})', values: [said, remark] };
}

function filled(text: string): Sentence | null {
  for (const { template, texts, order } of templates()) {
    const found = between(texts, text);
    if (found) return { template, values: order.map((at) => recalled(found[at] ?? '') ?? found[at] ?? '') };
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
