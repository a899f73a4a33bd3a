import { Id } from '@desk/contract/http';

/** The part of JSON Schema that leads to ids. */
interface Shape {
  pattern?: string;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
}

const { pattern: idPattern } = Id as Shape;
const isUuid = new RegExp(idPattern ?? '');

/**
 * Writes the ids of a valid part of a request in lower case, in place. UUIDs may be sent in either case (RFC 9562), and ours are
 * compared as text: an id in capitals would be stored and then name nothing.
 */
export function lowerCaseIds(schema: object, value: unknown): void {
  lowered([schema], value);
}

function lowered(shapes: readonly Shape[], value: unknown): unknown {
  const known = shapes.flatMap((shape) => [shape, ...(shape.anyOf ?? [])]).filter(leadsToId);
  if (known.length === 0) return value;
  if (typeof value === 'string')
    return known.some(({ pattern }) => pattern === idPattern) && isUuid.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) {
    const items = known.flatMap((shape) => shape.items ?? []);
    for (const [at, item] of value.entries()) value[at] = lowered(items, item);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) value[name] = lowered(membersOf(known, name), member);
  }
  return value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const membersOf = (shapes: readonly Shape[], name: string): Shape[] =>
  shapes.flatMap(({ properties = {}, ...others }) =>
    Object.hasOwn(properties, name) ? (properties[name] ?? []) : otherMembers(others),
  );

const otherMembers = ({ patternProperties = {}, additionalProperties }: Shape): Shape[] => [
  ...Object.values(patternProperties),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

// Most members of a body contain no id. Remembering which ones saves a search through a suite of thousands of cases.
const leading = new WeakMap<Shape, boolean>();

function leadsToId(shape: Shape): boolean {
  const found = leading.get(shape);
  if (found !== undefined) return found;
  const inner = [...Object.values(shape.properties ?? {}), ...otherMembers(shape), ...(shape.anyOf ?? [])];
  const leads =
    shape.pattern === idPattern || inner.some(leadsToId) || (shape.items !== undefined && leadsToId(shape.items));
  leading.set(shape, leads);
  return leads;
}
