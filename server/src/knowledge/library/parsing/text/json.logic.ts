import { clean, headingDraft, oneLine, placed, sectionDrafts, type BlockDraft } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { withoutTags } from './inline.logic.ts';
import { namesAnswer, namesQuestion } from '../content/question-table.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';

/** No export of a help centre is deeper; a deeper file is an attack on parsers. */
const deepest = 100;
/** With level 1, the first section's heading would become the document's title. */
const topLevel = 2;

/**
 * Converts data to text. Objects with a question and an answer, or with a title and a text, become sections; other values are
 * pretty-printed under their names. Throws `Unreadable`.
 */
export function parseJson(source: string): ParsedDocument {
  const data = valueOf(source);
  if (depthOf(data) > deepest) throw new Unreadable('too_large');
  const title = isObject(data) ? shortText(data, titleNames) : null;
  return { title, blocks: placed(draftsOf(data, topLevel)) };
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonMembers = { [name: string]: Json };

/** Numbers that parsing would change: too many digits (an order number), trailing zeros (a price) or an exponent. */
const inexact = /\d{16}|\.\d*0(?!\d)|\d[eE][+-]?\d/;

function valueOf(source: string): Json {
  const text = source.replace(/^\ufeff/, '').trim();
  if (text === '') throw new Unreadable('empty_text');
  try {
    return parsed(text);
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('too_large');
    return linesOf(text);
  }
}

// Parses JSON Lines: one value per line, as in logs and exports.
function linesOf(text: string): Json {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) throw new Unreadable('corrupt');
  try {
    return lines.map(parsed);
  } catch {
    throw new Unreadable('corrupt');
  }
}

const parsed = (text: string): Json => (inexact.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text));

// Keeps a number as a string if it would be printed differently from its source.
function asWritten(_name: string, value: unknown, context?: { source?: string }) {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
}

const isObject = (value: Json): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (value: Json): Json[] => {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
};

// Works level by level: a recursion could overflow the stack.
function depthOf(value: Json): number {
  let depth = 0;
  let level = [value];
  while (level.length > 0 && depth <= deepest) {
    level = level.flatMap(childrenOf);
    depth++;
  }
  return depth;
}

const titleNames = ['title', 'name', 'heading', 'headline', 'subject', 'topic', 'label'];
const bodyNames = [
  'body',
  'text',
  'content',
  'description',
  'answer',
  'article',
  'html',
  'markdown',
  'summary',
  'value',
];

function draftsOf(value: Json, level: number): BlockDraft[] {
  if (Array.isArray(value)) return draftsOfList(value, level);
  if (isObject(value)) return sectionOf(value, level) ?? draftsOfObject(value, level);
  return printed(value);
}

function draftsOfList(list: readonly Json[], level: number): BlockDraft[] {
  const drafts: BlockDraft[] = [];
  let plain: Json[] = [];
  const flush = () => {
    if (plain.length > 0) drafts.push(...printed(plain));
    plain = [];
  };
  for (const each of list) {
    const holds = Array.isArray(each) || (isObject(each) && holdsSections(each));
    if (!holds) {
      plain.push(each);
      continue;
    }
    flush();
    for (const draft of draftsOf(each, level)) drafts.push(draft);
  }
  flush();
  return drafts;
}

// Whether a value is or contains a section, so that its structure is worth keeping.
const holdsSections = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(holdsSections)
    : isObject(value) && (partsOf(value) !== null || Object.values(value).some(holdsSections));

interface SectionParts {
  heading: string;
  text: string;
  used: Set<string>;
}

function partsOf(object: JsonMembers): SectionParts | null {
  const names = Object.keys(object);
  const question = names.find((name) => namesQuestion(name) && isText(object[name]));
  const answer = names.find((name) => namesAnswer(name) && isText(object[name]));
  const title = question ?? nameIn(object, titleNames);
  const body = question && answer ? answer : nameIn(object, bodyNames);
  if (title === undefined || body === undefined || title === body) return null;
  return { heading: textIn(object, title), text: textIn(object, body), used: new Set([title, body]) };
}

function sectionOf(object: JsonMembers, level: number): BlockDraft[] | null {
  const parts = partsOf(object);
  if (!parts) return null;
  const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !parts.used.has(name)));
  const nested = Object.entries(rest).filter(([, value]) => holdsSections(value));
  return [
    ...sectionDrafts(parts.heading, parts.text, { level: Math.min(level, 6), page: null }),
    ...factsOf(rest),
    ...nested.flatMap(([, value]) => draftsOf(value, level + 1)),
  ];
}

// Excludes identifiers and URLs, which answer no question.
const isFact = (value: Json): value is string | number | boolean =>
  (typeof value === 'string' &&
    value.length <= 300 &&
    value.trim() !== '' &&
    !/^(?:https?:|[\w-]{20,}$)/.test(value)) ||
  typeof value === 'boolean' ||
  typeof value === 'number';

function draftsOfObject(object: JsonMembers, level: number): BlockDraft[] {
  if (!holdsSections(object)) return printed(object);
  const title = shortText(object, titleNames);
  const rest = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== title));
  // The title of the whole document is stored with each passage anyway.
  const titled = title !== null && level > topLevel;
  const inner = titled ? level + 1 : level;
  const drafts = [...(titled ? [headingDraft(title, Math.min(level, 6))] : []), ...factsOf(rest)];
  for (const [name, value] of Object.entries(rest)) {
    const inside = childrenOf(value).length === 0 ? [] : draftsOf(value, inner + 1);
    if (inside.length > 0) drafts.push(headingDraft(readableName(name), Math.min(inner, 6)));
    for (const draft of inside) drafts.push(draft);
  }
  return drafts;
}

function factsOf(object: JsonMembers): BlockDraft[] {
  const facts = Object.entries(object).flatMap(([name, value]) =>
    isFact(value) ? [`- ${oneLine(`${readableName(name)}: ${String(value)}`)}`] : [],
  );
  return facts.length === 0 ? [] : [{ kind: 'list', level: 0, lines: facts, page: null }];
}

function printed(value: Json): BlockDraft[] {
  const text = clean(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return text === '' ? [] : [{ kind: 'code', level: 0, lines: text.split('\n'), page: null }];
}

/** Turns `shipping_costs` and `shippingCosts` into "shipping costs". */
const readableName = (name: string) =>
  name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';
function textIn(object: JsonMembers, name: string): string {
  const value = object[name];
  return isText(value) ? readable(clean(value)) : '';
}

// Exports of help centres contain articles as HTML.
function readable(text: string): string {
  if (!/<\/?[a-z][a-z0-9]*[\s/>]/i.test(text)) return text;
  const lines = text.replace(/<\/(?:div|li|tr)>|<br ?\/?>/gi, (tag) => `${tag}\n`);
  const paragraphs = lines.replace(/<\/(?:p|ul|ol|table|h[1-6])>/gi, (tag) => `${tag}\n\n`);
  return withoutTags(paragraphs)
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity)
    .trim();
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#39;': "'",
};

const nameIn = (object: JsonMembers, wanted: readonly string[]) =>
  Object.keys(object)
    .filter((name) => isText(object[name]) && wanted.includes(name.toLowerCase()))
    .toSorted((a, b) => wanted.indexOf(a.toLowerCase()) - wanted.indexOf(b.toLowerCase()))[0];

function shortText(object: JsonMembers, names: readonly string[]): string | null {
  const name = nameIn(object, names);
  const text = name === undefined ? '' : textIn(object, name);
  return text !== '' && text.length <= 300 ? text : null;
}
