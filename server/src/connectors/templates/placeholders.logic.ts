import { hasControl, isLatin } from '../registry/connector-checks.logic.ts';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

export type Scalar = string | number | boolean;
export type Values = Readonly<Record<string, Scalar>>;

/** A parsed request before it is sent: nothing in it can become another part of it. */
export interface Rendered {
  /** The path, each value one percent-encoded segment. */
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  /** Undefined: none is sent. */
  body: unknown;
}

interface RequestTemplate {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** Why a request cannot be made of these values. Names the place, never the value. */
export class Unrenderable extends Error {
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.why = why;
  }
}

const hole = /\{\{?\s*([A-Za-z][A-Za-z0-9_-]*)\s*\}?\}/g;

/** The inputs that a text names: `{order}` or `{{order}}`. */
export const holesOf = (text: string): string[] => [...text.matchAll(hole)].map(([, name = '']) => name);

/** Every text of a JSON value, names of members included. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...holesOf(name).map((named) => `{${named}}`),
    ...stringsIn(each),
  ]);
}

/**
 * Substitution on the parsed template: a path value is one segment, a query value one parameter, a header value one line, a
 * JSON value keeps its type. A query parameter, header or member whose only input is not there is left out.
 */
export const render = (shape: RequestTemplate, values: Values): Rendered => ({
  path: shape.path
    .split('/')
    .map((segment) => segmentOf(segment, values))
    .join('/'),
  query: Object.entries(shape.query).flatMap(([name, text]) => {
    const value = filled(text, values);
    return value === undefined ? [] : [[name, value] as [string, string]];
  }),
  headers: Object.fromEntries(
    Object.entries(shape.headers).flatMap(([name, text]) => {
      const value = filled(text, values);
      return value === undefined ? [] : [[name, headerValue(name, value)]];
    }),
  ),
  body: shape.body === null || shape.body === undefined ? undefined : bodyOf(shape.body, values),
});

function segmentOf(segment: string, values: Values): string {
  if (holesOf(segment).length === 0) return segment;
  const value = filled(segment, values);
  if (value === undefined || value === '') throw new Unrenderable(sentence`A part of the path has no value.`);
  if (value === '.' || value === '..') throw new Unrenderable(sentence`A part of the path may not be "." or "..".`);
  return encodeURIComponent(value.toWellFormed());
}

function headerValue(name: string, value: string): string {
  if (hasControl(value)) throw new Unrenderable(sentence`The header ${name} may have no line breaks.`);
  if (!isLatin(value)) throw new Unrenderable(sentence`The header ${name} may only have Latin letters.`);
  return value;
}

// Undefined when nothing that it names is there.
function filled(text: string, values: Values): string | undefined {
  const named = holesOf(text);
  if (named.length > 0 && named.every((name) => !Object.hasOwn(values, name))) return undefined;
  return text.replaceAll(hole, (_whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : ''));
}

function bodyOf(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return bodyText(value, values);
  if (Array.isArray(value)) return value.map((each) => bodyOf(each, values)).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, bodyOf(each, values)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}

// A text that is nothing but one input takes its type.
function bodyText(text: string, values: Values): unknown {
  const [only, ...more] = [...text.matchAll(hole)];
  if (only && more.length === 0 && only[0] === text) return values[only[1] ?? ''];
  return filled(text, values);
}
