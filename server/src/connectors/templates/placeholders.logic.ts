import { hasControl, isLatin } from '../registry/connector-checks.logic.ts';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

export type Scalar = string | number | boolean;
export type Values = Readonly<Record<string, Scalar>>;

/** A request in parts, so that a value in one part cannot change another. */
export interface Rendered {
  /** The path; each value is one percent-encoded segment. */
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  /** undefined: no body is sent. */
  body: unknown;
}

interface RequestTemplate {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** The reason why no request can be made of these values. Names the place, never the value. */
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

/** Every string of a JSON value, and the inputs in names of members. */
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
 * Fills in the parsed template: a path value becomes one segment, a query value one parameter, a header value one line, and
 * a JSON value keeps its type. A query parameter, header or member is left out if all its inputs are missing.
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
  if (hasControl(value)) throw new Unrenderable(sentence`The header ${name} must not contain line breaks.`);
  if (!isLatin(value)) throw new Unrenderable(sentence`The header ${name} must contain only Latin letters.`);
  return value;
}

// Returns undefined if all inputs of the text are missing.
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

// A text that consists of a single input takes the input's type.
function bodyText(text: string, values: Values): unknown {
  const [only, ...more] = [...text.matchAll(hole)];
  if (only && more.length === 0 && only[0] === text) return values[only[1] ?? ''];
  return filled(text, values);
}
