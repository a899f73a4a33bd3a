import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { Id } from '@desk/contract/http';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

const { pattern: idPattern } = Id as Schema;
const ajv = ajvFormats.default(new Ajv({ strict: false, allErrors: true }));
const compiled = new WeakMap<Schema, (value: unknown) => boolean>();

export function fits(schema: Schema, value: unknown): boolean {
  const check = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, check);
  return check(value);
}

const coercing = ajvFormats.default(new Ajv({ strict: false, coerceTypes: true }));

/** Whether these values are valid in a query string, where every value is text and digits may be a number. */
export const fitsAsText = (schema: Schema, value: object): boolean =>
  coercing.validate(schema, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)])));

/** Values that fit the schema, including awkward ones; `ids` are tried where the schema wants an id. */
export function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => valuesOf(each, ids);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return strings(schema, ids);
    case 'array':
      return arrays(schema, inner(schema.items ?? {}));
    case 'object':
      return objects(schema, inner);
    default:
      throw new Error(`No values of type ${schema.type}.`);
  }
}

function numbers(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum: least = -Number.MAX_SAFE_INTEGER, maximum: most = Number.MAX_SAFE_INTEGER } = schema;
  const edges = [least, most, 0, 1, 2 ** 31, 2 ** 31 - 1, 2 ** 32, ...(schema.type === 'number' ? [0.1, 1e-9] : [])];
  const fitting = edges.filter((edge) => fits(schema, edge));
  const usual = schema.type === 'integer' ? fc.integer({ min: Math.max(least, -1e6), max: Math.min(most, 1e6) }) : null;
  return fc.oneof(fc.constantFrom(...fitting), usual ?? fc.double({ min: least, max: most, noNaN: true }));
}

// Values that have broken some parser, database or font. The last is a leap second.
const awkward = [
  'x',
  'en',
  'pt-BR',
  '09:00',
  'blue',
  '2026-02-28',
  'a b',
  ' padded ',
  "it's; drop table tag --",
  '%_\\',
  '\ud800',
  'a\0b',
  'مرحبا \u202e',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '{{constructor}}',
  '__proto__',
  'ada@example.test',
  'https://example.test/a?b=c',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2026-03-02T10:00:00+23:59',
  '2016-12-31T23:59:60Z',
];

function strings(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.pattern === idPattern) return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid();
  const { minLength = 0, maxLength = 1_000 } = schema;
  const usual = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  const longest = 'x'.repeat(maxLength);
  const candidates = [...awkward, longest, ...fc.sample(matching(schema) ?? usual, { numRuns: 60, seed: 1 })];
  const fitting = candidates.filter((text) => fits(schema, text));
  if (fitting.length === 0) throw new Error(`No example fits ${JSON.stringify(schema)}: add one to the awkward ones.`);
  return schema.pattern || schema.format ? fc.constantFrom(...fitting) : fc.oneof(fc.constantFrom(...fitting), usual);
}

function matching({ pattern }: Schema): fc.Arbitrary<string> | null {
  if (!pattern) return null;
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // fast-check cannot generate from this pattern (classes by property, look-ahead): use the examples.
    return null;
  }
}

function arrays({ minItems = 0, maxItems = 3, uniqueItems }: Schema, item: fc.Arbitrary<unknown>) {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
  return uniqueItems
    ? fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) })
    : fc.array(item, bounds);
}

function objects({ properties = {}, required = [] }: Schema, inner: (schema: Schema) => fc.Arbitrary<unknown>) {
  const members = Object.entries(properties).map(([name, schema]) => [name, inner(schema)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
}
