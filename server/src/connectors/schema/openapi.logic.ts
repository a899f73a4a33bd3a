import type { SchemaField, SchemaOperation } from '@desk/contract/connectors';
import { at } from '../templates/pointer.logic.ts';

/** What of a service's description matters to us: what can be asked, and what comes back. Names and types, never values. */
export interface Shape {
  operations: SchemaOperation[];
  /** Where the service says that it is. */
  servers: string[];
}

/** Why a document is not read, in words for people. */
export class Refused extends Error {}

const mostOperations = 500;
const mostFields = 300;
const deepest = 8;
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Of a document whose references are resolved. What is not as it should be is left out. */
export function shapeOf(document: unknown): Shape {
  const root = objectOf(document);
  const operations = Object.entries(objectOf(root['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectOf(item)[method];
      return operation === undefined ? [] : [operationOf({ root, path, method }, objectOf(item), objectOf(operation))];
    }),
  );
  if (operations.length === 0) throw new Refused('It describes no operations.');
  if (operations.length > mostOperations)
    throw new Refused(`It describes ${operations.length} operations; at most ${mostOperations} are read.`);
  return {
    operations,
    servers: listOf(root['servers'])
      .flatMap((server) => textOf(objectOf(server)['url']))
      .sort(),
  };
}

interface Place {
  root: Record<string, unknown>;
  path: string;
  method: string;
}

function operationOf({ root, path, method }: Place, item: Json, operation: Json): SchemaOperation {
  const id = operation['operationId'];
  const [summary = null] = textOf(operation['summary']);
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map(objectOf);
  const security = operation['security'] ?? root['security'];
  return {
    id: typeof id === 'string' && id ? id.slice(0, 200) : `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: summary?.slice(0, 300) ?? null,
    parameters: parameters
      .filter((each) => typeof each['name'] === 'string' && each['in'] !== 'cookie')
      .map((each) => ({
        name: String(each['name']),
        in: String(each['in']),
        type: typeOf(objectOf(each['schema'])),
        required: each['required'] === true,
      })),
    fields: fieldsOf(answerSchema(objectOf(operation['responses'])), root),
    secured: listOf(security).some((each) => Object.keys(objectOf(each)).length > 0),
  };
}

type Json = Record<string, unknown>;

function answerSchema(responses: Json): unknown {
  const status = ['200', '201', '2XX', 'default'].find((each) => Object.hasOwn(responses, each));
  const content = objectOf(objectOf(status === undefined ? null : responses[status])['content']);
  const media = Object.keys(content).find((type) => /\bjson\b/i.test(type));
  return media === undefined ? null : objectOf(content[media])['schema'];
}

/** Every place of an answer, to a bounded depth and number; the same schema is not entered twice on one way. */
function fieldsOf(schema: unknown, root: Json): SchemaField[] {
  const fields = new Map<string, SchemaField>();
  visit(schema, { path: '', above: [], fields, root });
  return [...fields.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

interface Visit {
  path: string;
  above: readonly unknown[];
  fields: Map<string, SchemaField>;
  root: Json;
}

function visit(schema: unknown, { path, above, fields, root }: Visit): void {
  const here = referred(objectOf(schema), root);
  if (above.includes(here) || above.length >= deepest || fields.size >= mostFields) return;
  const next = { above: [...above, here], fields, root };
  if (!fields.has(path)) fields.set(path, { path, type: typeOf(here), nullable: isNullable(here) });
  for (const part of [...listOf(here['allOf']), ...listOf(here['oneOf']), ...listOf(here['anyOf'])])
    visitMembers(referred(objectOf(part), root), { path, ...next });
  visitMembers(here, { path, ...next });
}

function visitMembers(schema: Json, { path, ...next }: Visit): void {
  for (const [name, member] of Object.entries(objectOf(schema['properties'])))
    visit(member, { path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, ...next });
  if (schema['items'] !== undefined) visit(schema['items'], { path: `${path}/*`, ...next });
}

// What refers to itself, however far around, has stayed a reference.
function referred(schema: Json, root: Json): Json {
  let here = schema;
  for (let hops = 0; typeof here['$ref'] === 'string' && hops < 5; hops++)
    here = objectOf(at(root, decodeURIComponent(here['$ref'].slice(1))));
  return here;
}

function typeOf(schema: Json): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  const [only, ...more] = listOf(type).filter((each) => each !== 'null');
  if (typeof only === 'string') return more.length === 0 ? only : 'any';
  if (schema['properties'] !== undefined) return 'object';
  return schema['items'] === undefined ? 'any' : 'array';
}

const isNullable = (schema: Json): boolean => schema['nullable'] === true || listOf(schema['type']).includes('null');

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

/** The places and types of one real answer; what was null once may be null. */
export function fieldsOfAnswer(answer: unknown): SchemaField[] {
  const fields = new Map<string, SchemaField>();
  walk(answer, { path: '', depth: 0, fields });
  return [...fields.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function walk(
  value: unknown,
  { path, depth, fields }: { path: string; depth: number; fields: Map<string, SchemaField> },
) {
  if (depth > deepest || fields.size >= mostFields) return;
  const before = fields.get(path);
  const type = value === null ? (before?.type ?? 'null') : valueType(value);
  const settled = before && before.type !== 'null' && before.type !== type ? 'any' : type;
  fields.set(path, { path, type: settled, nullable: value === null || (before?.nullable ?? false) });
  if (Array.isArray(value)) {
    for (const each of value.slice(0, 20)) walk(each, { path: `${path}/*`, depth: depth + 1, fields });
    return;
  }
  for (const [name, each] of Object.entries(objectOf(value)))
    walk(each, { path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth: depth + 1, fields });
}

function valueType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
