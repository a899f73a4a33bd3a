import { pointerPart } from '../../platform/http/pointer.logic.ts';
import type { SchemaField, SchemaOperation } from '@desk/contract/connectors';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** The part of a service's description that we use: its operations and responses. Names and types, never values. */
export interface ServiceShape {
  operations: SchemaOperation[];
  /** The server URLs that the document names. */
  servers: string[];
}

/** The reason for refusing a document, in words for people. */
export class Refused extends Error {
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.why = why;
  }
}

const mostOperations = 2_000;
const deepest = 8;
const mostVisits = 10_000;
const mostParts = 200;
const mostServers = 20;
const mostParameters = 100;
/** The longest name or URL; the whole path of a field may be twice as long. */
const longestName = 500;
const longestType = 40;

/** The most fields kept of each response: a large service has many operations, and the snapshot must stay readable. */
export function mostFieldsOf({ operations }: { operations: number }): number {
  if (operations > 1_000) return 40;
  return operations > 300 ? 100 : 300;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Resolves the reference of a part. Throws `Refused` if it leads nowhere or out of the document. */
export type Find = (reference: string, from: object) => unknown;

/** Leaves out invalid parts of the document. */
export function shapeOf(document: unknown, find: Find): ServiceShape {
  const root = objectOf(document);
  const paths = Object.entries(objectOf(root['paths'])).filter(([path]) => path.length <= 2 * longestName);
  const places = paths.flatMap(([path, value]) => {
    const item = referred(value, find);
    const found = methods.filter((method) => item[method] !== undefined);
    return found.map((method) => ({ path, method, item, security: root['security'] }));
  });
  if (places.length === 0) throw new Refused(sentence`It describes no operations.`);
  if (places.length > mostOperations)
    throw new Refused(sentence`It describes ${places.length} operations; at most ${mostOperations} are read.`);
  const most = mostFieldsOf({ operations: places.length });
  return {
    operations: places.map((place) => operationOf(place, { find, most })),
    servers: listOf(root['servers']).slice(0, mostServers).flatMap(serverOf).sort(),
  };
}

/** Replaces variables in the URL by their defaults. */
function serverOf(server: unknown): string[] {
  const { url, variables } = objectOf(server);
  const usual = objectOf(variables);
  return textOf(url)
    .filter((each) => each.length <= longestName)
    .map((each) =>
      each.replaceAll(/\{([^{}]*)\}/g, (hole, name: string) => textOf(objectOf(usual[name])['default'])[0] ?? hole),
    );
}

interface OperationPlace {
  path: string;
  method: (typeof methods)[number];
  item: JsonMembers;
  /** The document's `security`; an operation may override it. */
  security: unknown;
}

interface DocumentReading {
  find: Find;
  most: number;
}

function operationOf(
  { path, method, item, security }: OperationPlace,
  { find, most }: DocumentReading,
): SchemaOperation {
  const operation = referred(item[method], find);
  const id = operation['operationId'];
  const [summary = ''] = textOf(operation['summary']);
  const responses = objectOf(operation['responses']);
  return {
    id: typeof id === 'string' && id ? id.slice(0, 200) : `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    // Folded YAML text ends with a line break.
    summary: summary.slice(0, 2_000).split(/\s/).filter(Boolean).join(' ').slice(0, 300) || null,
    parameters: parametersOf(item, operation, find),
    fields: fieldsOf(answerSchema(responses, find), { find, most }),
    secured: listOf(operation['security'] ?? security).some((each) => Object.keys(objectOf(each)).length > 0),
  };
}

/** The parameters of the path and of the operation; those of the operation take precedence. */
function parametersOf(item: JsonMembers, operation: JsonMembers, find: Find): SchemaOperation['parameters'] {
  const all = [...listOf(item['parameters']), ...listOf(operation['parameters'])]
    .map((each) => referred(each, find))
    .filter((each) => typeof each['name'] === 'string' && each['in'] !== 'cookie');
  const byName = new Map(all.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]));
  const named = [...byName.values()].filter((each) => String(each['name']).length <= longestName);
  // If there are too many, keep the required ones: no request works without them.
  const needed = named.filter((each) => each['required'] === true);
  const kept = named.length > mostParameters ? needed : named;
  return kept.slice(0, mostParameters).map((each) => ({
    name: String(each['name']),
    in: String(each['in']).slice(0, longestType),
    type: typeOf(referred(each['schema'], find), find),
    required: each['required'] === true,
  }));
}

type JsonMembers = Record<string, unknown>;

function answerSchema(responses: JsonMembers, find: Find): unknown {
  const statuses = Object.keys(responses);
  const status =
    ['200', '201'].find((each) => Object.hasOwn(responses, each)) ??
    statuses.find((each) => /^2(?:\d\d|XX)$/i.test(each)) ??
    statuses.find((each) => each === 'default');
  const content = objectOf(referred(status === undefined ? null : responses[status], find)['content']);
  // Some frameworks declare JSON responses as */*.
  const media = Object.keys(content).find((type) => /\bjson\b/i.test(type)) ?? ('*/*' in content ? '*/*' : undefined);
  return media === undefined ? null : objectOf(content[media])['schema'];
}

interface Visit {
  schema: unknown;
  path: string;
  /** The schemas above this one; none of them is entered again, so that circles end. */
  above: readonly unknown[];
}

/** The fields of a response, to a limited depth and number. Upper fields come first, so that the limit keeps them. */
function fieldsOf(schema: unknown, { find, most }: DocumentReading): SchemaField[] {
  const fields = new Map<string, SchemaField>();
  const waiting: Visit[] = [{ schema, path: '', above: [] }];
  for (let next = 0; next < waiting.length && next < mostVisits && fields.size < most; next++) {
    const visit = waiting[next];
    if (!visit) break;
    const here = referred(visit.schema, find);
    const { path } = visit;
    if (!fields.has(path)) fields.set(path, { path, type: typeOf(here, find), nullable: isNullable(here, find) });
    if (visit.above.includes(here) || visit.above.length >= deepest) continue;
    waiting.push(...membersOf(here, { path, above: [...visit.above, here], find }));
  }
  return [...fields.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const membersOf = (
  schema: JsonMembers,
  { path, above, find }: { path: string; above: unknown[]; find: Find },
): Visit[] =>
  withParts(schema, find).flatMap((part) => {
    const own = Object.entries(objectOf(part['properties']))
      .filter(([name]) => path.length + name.length <= 2 * longestName)
      .map(([name, member]) => ({
        schema: member,
        path: `${path}/${pointerPart(name)}`,
        above,
      }));
    return part['items'] === undefined ? own : [...own, { schema: part['items'], path: `${path}/*`, above }];
  });

/** A schema and all its parts (`allOf`, `oneOf`, `anyOf`), each once. */
function withParts(schema: JsonMembers, find: Find): JsonMembers[] {
  const found = new Set([schema]);
  for (const each of found) {
    if (found.size >= mostParts) break;
    for (const part of partsOf(each, find)) found.add(part);
  }
  return [...found];
}

const partsOf = (schema: JsonMembers, find: Find): JsonMembers[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap((way) => listOf(schema[way]).map((part) => referred(part, find)));

/** A schema, or the target of its reference. References are resolved only where they are met, so that circles cost nothing. */
function referred(value: unknown, find: Find): JsonMembers {
  let here = objectOf(value);
  for (let hops = 0; typeof here['$ref'] === 'string' && hops < 10; hops++) here = objectOf(find(here['$ref'], here));
  return here;
}

function typeOf(schema: JsonMembers, find: Find, depth = 0): string {
  const { type } = schema;
  if (typeof type === 'string') return type.slice(0, longestType);
  const [only, ...more] = listOf(type).filter((each) => each !== 'null');
  if (typeof only === 'string') return more.length === 0 ? only.slice(0, longestType) : 'any';
  if (schema['properties'] !== undefined) return 'object';
  if (schema['items'] !== undefined) return 'array';
  const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
  const types = values.filter((value) => value !== null).map(valueType);
  const parts = depth < 3 ? partsOf(schema, find).filter((part) => part['type'] !== 'null') : [];
  return oneOf([...types, ...parts.map((part) => typeOf(part, find, depth + 1))]);
}

const oneOf = (types: readonly string[]): string => {
  const [only = 'any', ...more] = new Set(types);
  return more.length === 0 ? only : 'any';
};

const isNullable = (schema: JsonMembers, find: Find): boolean =>
  schema['nullable'] === true ||
  listOf(schema['type']).includes('null') ||
  listOf(schema['enum']).includes(null) ||
  partsOf(schema, find).some((part) => part['type'] === 'null' || part['nullable'] === true);

const objectOf = (value: unknown): JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMembers) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

/** The fields and types of one real response; a field that was null is nullable. */
export function fieldsOfAnswer(answer: unknown): SchemaField[] {
  const fields = new Map<string, SchemaField>();
  walk(answer, { path: '', depth: 0, fields });
  return [...fields.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function walk(
  value: unknown,
  { path, depth, fields }: { path: string; depth: number; fields: Map<string, SchemaField> },
) {
  if (depth > deepest || fields.size >= mostFieldsOf({ operations: 1 })) return;
  const before = fields.get(path);
  const type = value === null ? (before?.type ?? 'null') : valueType(value);
  const settled = before && before.type !== 'null' && before.type !== type ? 'any' : type;
  fields.set(path, { path, type: settled, nullable: value === null || (before?.nullable ?? false) });
  if (Array.isArray(value)) {
    for (const each of value.slice(0, 20)) walk(each, { path: `${path}/*`, depth: depth + 1, fields });
    return;
  }
  const members = Object.entries(objectOf(value)).filter(([name]) => path.length + name.length <= 2 * longestName);
  for (const [name, each] of members) walk(each, { path: `${path}/${pointerPart(name)}`, depth: depth + 1, fields });
}

function valueType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
